import type { Payload } from './templates/payload.ts';

/** A group of the page of integrations. */
export type Category =
  | 'code'
  | 'deployment'
  | 'monitoring'
  | 'support'
  | 'project management'
  | 'communication'
  | 'business'
  | 'general';

/** A parameter that an address may carry for one integration, beside those that all have (`stream`, `topic`, …). */
export type UrlOption = {
  /** Name of the parameter in the address. */
  key: string;
  label: string;
  /** How a page asks for it: a text, or a switch whose parameter is `true`. */
  inputType: 'text' | 'checkbox';
};

/**
 * How the sender of a request proves that it knows the secret of the address. It is checked when a secret is set, and then a request
 * without it is refused.
 */
export type Verification =
  /**
   * A header with the HMAC of the raw body. `prefix` stands before the digest (`sha256=`). With `header` absent in a request, the
   * request is refused.
   */
  | {
      kind: 'hmac';
      header: string;
      /** MD5 only for tools that have nothing better: as an HMAC it still cannot be forged without the secret. */
      algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512';
      encoding: 'hex' | 'base64';
      prefix?: string;
    }
  /** A header, or a parameter of the address, that is the secret itself. */
  | { kind: 'token'; header: string; prefix?: string }
  /** A header that is the secret itself, or a signature as Standard Webhooks define it: GitLab has both. */
  | { kind: 'tokenOrStandard'; header: string }
  | { kind: 'parameter'; parameter: string }
  /** HTTP Basic authentication whose password is the secret. */
  | { kind: 'basic' }
  /** Stripe's form: `t=<seconds>,v1=<hex>`, the HMAC-SHA256 of `<seconds>.<body>`; at most five minutes old. */
  | { kind: 'stripe'; header: string }
  /** Slack's form: `v0=<hex>`, the HMAC-SHA256 of `v0:<seconds>:<body>`; at most five minutes old. */
  | { kind: 'slack' }
  /** Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`), with another prefix of the headers where one is usual. */
  | { kind: 'standard'; headerPrefix?: string }
  /**
   * A signature with a key that the sender publishes on its own hosts. The secret is no key then: it names whose requests are accepted, such as a
   * topic. `keyUrl` matches whole addresses of such keys; no other address is requested.
   */
  | {
      kind: 'published';
      keyUrl: RegExp;
      /** Undefined when the request has no signature, or is not of whom the secret names. */
      read(
        event: Pick<WebhookEvent, 'headers' | 'raw'> & { bytes: Uint8Array },
        secret: string,
      ): PublishedSignature | undefined;
      /** Returns the key in what is at the address. Default: all of it. */
      keyIn?(body: string): string;
    }
  /**
   * Any other form: returns what must be equal. `digest` computes an HMAC of a text with the secret. Undefined when the request has no
   * signature.
   */
  | {
      kind: 'custom';
      pair(
        event: Pick<WebhookEvent, 'headers' | 'query' | 'raw'>,
        secret: string,
        digest: (
          algorithm: 'sha1' | 'sha256' | 'sha512',
          text: string | Uint8Array,
          encoding: 'hex' | 'base64',
        ) => string,
      ): { given: string; expected: string } | undefined;
    };

/** A signature with RSA in base64, what it signs, and where its key or certificate is published. */
export type PublishedSignature = {
  keyUrl: string;
  algorithm: 'sha1' | 'sha256';
  text: string;
  signature: string;
};
/** A verification for which the secret suffices. */
export type SecretVerification = Exclude<Verification, { kind: 'published' }>;

/** A request that a tool sent. */
export type WebhookEvent = {
  /** Headers by their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Parameters of the address, without those that all integrations have (`api_key`, `stream`, `topic`, …). */
  query: Readonly<Record<string, string>>;
  /**
   * The parsed body: JSON as it is. A form becomes an object with its fields, and a form whose only large field is `payload` with a JSON
   * text becomes that JSON. A body of another type becomes its text; no body is `undefined`.
   */
  body: Payload;
  /** The body as text. */
  raw: string;
};

/** A message that a request becomes. */
export type RenderedMessage = {
  /** Name of the event, as `only_events` and `exclude_events` name it; one of `Integration.events`. */
  event: string;
  /** Any length; the service makes one line of it and shortens it. An address with a topic replaces it. */
  topic: string;
  /** Markdown of any length; the service shortens it. */
  content: string;
  /** Address of a picture that clients show beside the message, through this server. */
  iconUrl?: string;
  /** Name of the channel, or `@` and that of the person, for which the payload asks. An address may forbid that. */
  wantedPlace?: string;
};

/** A request that deliberately becomes no message. The reason is shown in the list of deliveries. */
export type IgnoredRequest = { event: string; ignored: string };

export type Rendered = RenderedMessage | IgnoredRequest;

/** The answer that a tool expects instead of the usual one. */
export type WebhookAnswer = {
  contentType: string;
  body: string;
  headers?: Readonly<Record<string, string>>;
};

/** A tool that can post to an address. Data and small pure functions: pages, options of registrations and tests follow from it. */
export type Integration = {
  /** The last part of the address: letters, digits and `_`. */
  name: string;
  title: string;
  /** One or two letters (or an emoji) for its icon, and the color behind them. */
  icon: { text: string; color: string };
  category: Category;
  /** One sentence: what becomes a message. */
  about: string;
  /** Default: none. */
  options?: readonly UrlOption[];
  /**
   * All names of events that `render` can give; empty when the tool does not distinguish events. Addresses select among them with
   * `only_events` and `exclude_events`.
   */
  events: readonly string[];
  /** Steps to set up the tool, as Markdown. `{url}` stands for the address, `{secret}` for the secret. */
  setup: readonly string[];
  /** Absent when the tool cannot sign. */
  verification?: Verification;
  /**
   * Whether the tool sends the test of an address as a `GET` or expects a value of the request as its answer. Returns the body of that
   * answer, or undefined for the usual answer (`{"result": "success", …}`).
   */
  answer?(event: WebhookEvent): WebhookAnswer | undefined;
  /**
   * Returns what a request becomes. For an event that it does not know: `unknownEvent`, which is readable, never nothing.
   * @throws PayloadError when the request is not one of this tool
   */
  render(event: WebhookEvent): Rendered;
};

/** Declares an integration. The build lists the files of `catalogue` that do (`export const <name in camel case> = integration({`). */
export const integration = (declaration: Integration): Integration => declaration;

/** Returns whether a request became a message. */
export const isMessage = (rendered: Rendered): rendered is RenderedMessage => 'content' in rendered;
