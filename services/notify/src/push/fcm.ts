import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import type { PhoneContent } from './phone-content.ts';
import { laterAfter, noAnswer, type PhoneOutcome, retryAfterMsOf } from './phone-outcome.ts';
import { post } from './post.ts';

/** The required members of the JSON file of a service account. */
export const credentialsSchema = z.object({
  project_id: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  client_email: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
});

export type FcmOptions = {
  /** Base URL of the service, without a slash at the end. */
  url: string;
  credentials: z.infer<typeof credentialsSchema>;
  timeoutMs: number;
  now(): number;
};

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
/** Remaining lifetime below which an access token is renewed, in milliseconds. */
const renewBeforeMs = 300_000;
const assertionSeconds = 3_600;
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const accessSchema = z.object({ access_token: z.string(), expires_in: z.number() });

/** The token service did not issue an access token. `outcome` is the outcome of the notifications that needed it. */
class AccessError extends Error {
  override name = 'AccessError';
  readonly outcome: PhoneOutcome;
  constructor(outcome: PhoneOutcome) {
    super(outcome.detail);
    this.outcome = outcome;
  }
}

/**
 * Sends notifications to Android phones: a client of Firebase Cloud Messaging (HTTP v1). Notifications have no collapse key, because the
 * service stores at most four collapse keys for a phone that is offline. A repeated notification is no problem: it has the same message
 * ID, by which the app replaces the first one.
 */
export class Fcm {
  readonly #options: FcmOptions;
  readonly #key: KeyObject;
  readonly #target: string;
  #access: { token: string; renewAtMs: number } | undefined;
  #pending: Promise<string> | undefined;

  constructor(options: FcmOptions) {
    const { url, credentials } = options;
    this.#options = options;
    this.#key = createPrivateKey(credentials.private_key);
    this.#target = `${url}/v1/projects/${encodeURIComponent(credentials.project_id)}/messages:send`;
  }

  async send(token: string, content: PhoneContent): Promise<PhoneOutcome> {
    const body = JSON.stringify({ message: messageFor(token, content, this.#options.now()) });
    try {
      const first = await this.#attempt(body);
      if (first.status !== 401) return first.outcome;
      this.#access = undefined;
      return (await this.#attempt(body)).outcome;
    } catch (error) {
      if (error instanceof AccessError) return error.outcome;
      return noAnswer(error);
    }
  }

  async #attempt(body: string): Promise<{ status: number; outcome: PhoneOutcome }> {
    const { timeoutMs, now } = this.#options;
    const token = await this.#accessToken();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const { status, headers: given, body: answer } = await post(this.#target, { headers, body }, timeoutMs);
    if (isSuccess(status)) return { status, outcome: { kind: 'accepted', detail: `status ${status}` } };
    return { status, outcome: judge(status, errorOf(answer), given['retry-after'], now()) };
  }

  /** Returns an access token of the service account (RFC 7523). Concurrent calls share one request. */
  #accessToken(): Promise<string> {
    if (this.#access && this.#access.renewAtMs > this.#options.now())
      return Promise.resolve(this.#access.token);
    this.#pending ??= this.#requestAccess().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #requestAccess(): Promise<string> {
    const { credentials, timeoutMs, now } = this.#options;
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: this.#assertion(),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const request = { headers, body: `${body}` };
    const { status, ...response } = await post(credentials.token_uri, request, timeoutMs);
    const answer = accessSchema.safeParse(response.body);
    if (!isSuccess(status) || !answer.success) {
      const detail = `the token service answered ${status}`;
      throw new AccessError(laterAfter(detail, retryAfterMsOf(response.headers['retry-after'], now())));
    }
    const { access_token: token, expires_in: seconds } = answer.data;
    this.#access = { token, renewAtMs: now() + seconds * 1000 - renewBeforeMs };
    return token;
  }

  /** Returns the signed text with which the service account asks for an access token. */
  #assertion(): string {
    const { credentials, now } = this.#options;
    const issuedAt = Math.floor(now() / 1000);
    const header = { alg: 'RS256', typ: 'JWT', kid: credentials.private_key_id };
    const claims = {
      iss: credentials.client_email,
      scope,
      aud: credentials.token_uri,
      iat: issuedAt,
      exp: issuedAt + assertionSeconds,
    };
    const text = `${base64url(header)}.${base64url(claims)}`;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), this.#key).toString('base64url')}`;
  }
}

function messageFor(token: string, { type, fcm, expiresAt }: PhoneContent, nowMs: number) {
  const data = Object.fromEntries(Object.entries(fcm).map(([name, value]) => [name, String(value)]));
  const seconds = Math.max(0, expiresAt - Math.floor(nowMs / 1000));
  return { token, data, android: { priority: type === 'remove' ? 'NORMAL' : 'HIGH', ttl: `${seconds}s` } };
}

const errorSchema = z.object({
  error: z.object({
    status: z.string().default(''),
    details: z.array(z.looseObject({ errorCode: z.string().optional() })).default([]),
  }),
});

/** Returns the two codes in an error response: the error code of Firebase, and the general status of Google's APIs. */
function errorOf(body: unknown): { code: string; status: string } {
  const { data } = errorSchema.safeParse(body);
  const code = data?.error.details.find(({ errorCode }) => errorCode !== undefined)?.errorCode ?? '';
  return { code, status: data?.error.status ?? '' };
}

/** Returns the outcome for an error response. The code UNREGISTERED means that the token is not valid any more. */
function judge(
  status: number,
  { code, status: reason }: ReturnType<typeof errorOf>,
  retryAfter: string | undefined,
  nowMs: number,
): PhoneOutcome {
  const detail = `status ${status} ${code || reason}`.trim();
  if (code === 'UNREGISTERED' || status === 404) return { kind: 'gone', detail };
  if (code === 'SENDER_ID_MISMATCH') return { kind: 'gone', detail };
  // Redirects are not followed. One means that the configured URL is wrong.
  if (status < 400 || status === 401 || status === 403)
    return { ...laterAfter(detail, 0), isMisconfigured: true };
  if (status === 429 || status >= 500) {
    // When the quota is exceeded and the header is missing, Firebase's documentation asks for a delay of a minute.
    return laterAfter(detail, retryAfterMsOf(retryAfter, nowMs) || (status === 429 ? 60_000 : 0));
  }
  return { kind: 'refused', detail };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
