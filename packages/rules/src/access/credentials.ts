/**
 * The catalogue of everything that Parley hands out and that opens something: credentials, and addresses that need no further
 * credential. `handOut` and `handOutIf` are the only functions that return a text of the type `Credential`, which answers and
 * events require for such a field (docs/decisions/handing-out-credentials.md).
 */
import { errors, type Visitor, visitor } from '@parley/core';
import { isAreaOpen, type KeyArea, type KeyScope } from './key-scope.ts';

type Entry = {
  /** What a holder can do with it. */
  readonly opens: string;
  /** Who receives it. The service that owns the data checks this, and then asks the guard. */
  readonly receivers: string;
  /**
   * When an API key with limits receives it: never, or only if the key may use an area. `made` also requires that the request itself
   * makes the credential, and that the key may write.
   */
  readonly limitedKeys: 'never' | { readonly area: KeyArea; readonly made: boolean };
  /** Where it is handed out besides answers and events of the API, if anywhere. */
  readonly elsewhere?: string;
};

export const credentials = {
  'API key': {
    opens: 'everything that its account may do, within the limits of the key',
    receivers:
      'the person, with the password, a session or a token of a permitted issuer, when the key is made or fetched; for a bot, those who manage it',
    limitedKeys: 'never',
  },
  'invitation link': {
    opens: 'an account with the role, the groups and the channels of the invitation',
    receivers: 'who may make an invitation with these terms, as well as revoke it',
    limitedKeys: { area: 'invites', made: true },
    elsewhere: 'mails to invited people',
  },
  'export archive': {
    opens: 'the contents of the archive, for a day, while who got it may open it',
    receivers:
      'administrators for exports of the organization; for those of a person, see `presentPersonExport`',
    limitedKeys: 'never',
  },
  'channel mail address': {
    opens: 'posting to a channel by mail, from any address',
    receivers: 'people who may post to the channel',
    limitedKeys: 'never',
  },
  'webhook address': {
    opens: 'posting as a bot, from any address',
    receivers: 'who manages the bot',
    limitedKeys: 'never',
  },
  'webhook secret': {
    opens: 'signing requests as a tool or as this server',
    receivers: 'who manages the bot',
    limitedKeys: 'never',
    elsewhere: 'the token in requests to the program of a bot',
  },
  'app token': {
    opens: 'acting as the bot of an app, within its scopes and channels',
    receivers: 'administrators',
    limitedKeys: 'never',
  },
  'file address': {
    opens: 'one file, for a minute, while who got it may read it',
    receivers: 'who may read the file',
    limitedKeys: { area: 'uploads', made: false },
  },
  'call address': {
    opens: 'the meeting that the request creates',
    receivers: 'the person who creates the meeting',
    limitedKeys: { area: 'channels', made: true },
  },
  'session token': {
    opens: 'writing in the session, together with its cookie',
    receivers: 'the browser that has signed in',
    limitedKeys: 'never',
    elsewhere: 'the session cookie',
  },
  'sign-in result': {
    opens:
      'the account in the app of a phone or a desktop that has begun the sign-in, which alone can decrypt it',
    receivers: 'the browser that has completed the sign-in',
    limitedKeys: 'never',
    elsewhere: 'pages of providers, which redirect to it',
  },
  'provider logout': {
    opens: 'ending the session at the identity provider; it contains the ID token of the sign-in',
    receivers: 'the browser that signs out',
    limitedKeys: 'never',
  },
  'second factor': {
    opens: 'confirming sign-ins of the account',
    receivers: 'the person who adds the factor, once',
    limitedKeys: 'never',
  },
  'setup link': {
    opens: 'founding the organization as its owner',
    receivers: 'operators of the server',
    limitedKeys: 'never',
    elsewhere: 'the log of the first start, the command `setup-link`',
  },
  'mailed link': {
    opens: 'setting a new password, confirming an address, or ending mails',
    receivers: 'the owner of the mail address; for a new password also operators',
    limitedKeys: 'never',
    elsewhere: 'mails; on development servers the page of sent mails',
  },
  'reply address': {
    opens: 'posting to a conversation in the name of the person, for 30 days',
    receivers: 'the person whom a mail notifies',
    limitedKeys: 'never',
    elsewhere: 'mails of notifications',
  },
} as const satisfies Readonly<Record<string, Entry>>;

export type CredentialKind = keyof typeof credentials;

declare const kindOf: unique symbol;

/** A credential that the guard has handed out. */
export type Credential<Kind extends CredentialKind = CredentialKind> = string & { readonly [kindOf]: Kind };

/** Who asks for a credential. The principal of a call is a receiver; undefined is a caller without an account, or an operator. */
export type Receiver =
  | {
      /** Limits of the API key that made the request; undefined without limits and for sessions. */
      readonly keyScope?: KeyScope | undefined;
      /** Whether the request itself makes the credential. */
      readonly isMaker?: boolean;
    }
  | Visitor
  | undefined;

/** Returns whether a request may receive a credential of this kind at all, as far as the limits of its API key decide it. */
export function mayReceive(kind: CredentialKind, receiver: Receiver): boolean {
  if (receiver === undefined || receiver === visitor || !receiver.keyScope) return true;
  const { keyScope, isMaker = false } = receiver;
  const { limitedKeys }: Entry = credentials[kind];
  if (limitedKeys === 'never' || !isAreaOpen(keyScope, limitedKeys.area)) return false;
  return !limitedKeys.made || (isMaker && !keyScope.isReadOnly);
}

/** Called before a credential of this kind is made. @throws ACCESS_DENIED otherwise */
export function requireReceiver(kind: CredentialKind, receiver: Receiver): void {
  if (!mayReceive(kind, receiver)) throw errors.keyLimited();
}

/** For which the request asked. The owner has checked the caller's rights. @throws ACCESS_DENIED for a limited key */
export function handOut<Kind extends CredentialKind>(
  kind: Kind,
  text: string,
  receiver: Receiver,
): Credential<Kind> {
  requireReceiver(kind, receiver);
  return text as Credential<Kind>;
}

/**
 * Hands out a credential as a member of a list or an event. Returns undefined when the limits of the API key exclude it, or when
 * the caller's own rights do: `could` tells whether the caller could do with them what the credential opens.
 */
export function handOutIf<Kind extends CredentialKind>(
  kind: Kind,
  could: boolean,
  receiver: Receiver,
  text: () => string,
): Credential<Kind> | undefined {
  return could && mayReceive(kind, receiver) ? (text() as Credential<Kind>) : undefined;
}
