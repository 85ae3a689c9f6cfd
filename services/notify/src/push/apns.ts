import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { type ClientHttp2Session, connect, constants, type OutgoingHttpHeaders } from 'node:http2';
import { z } from 'zod';
import type { ApnsPayload, PhoneContent } from './phone-content.ts';
import { laterAfter, noAnswer, type PhoneOutcome, retryAfterMsOf } from './phone-outcome.ts';

export type ApnsOptions = {
  /** Base URL of the service, without a slash at the end. */
  url: string;
  /** Private key that signs tokens, as PEM (a `.p8` file). */
  key: string;
  keyId: string;
  teamId: string;
  /** Bundle ID of the organization's own app. */
  topic: string;
  timeoutMs: number;
  now(): number;
};

/** Apple refuses tokens older than an hour, and new ones more often than every 20 minutes. */
const reuseTokenMs = 50 * 60_000;
const shortestReuseMs = 20 * 60_000;
/** Maximum size of a payload that Apple's service accepts. */
const maxPayloadBytes = 4_096;

/** The connection or the HTTP/2 stream of a request ended without a complete response. The request can be sent again. */
class NotHandledError extends Error {
  override name = 'NotHandledError';
}

type Answer = { status: number; body: string; retryAfter: string | undefined };

/**
 * Client of Apple's push service (HTTP/2, token authentication). It keeps one connection open. When the service announces that
 * it closes the connection (GOAWAY), new requests use a new connection. Requests that were not handled are sent again there.
 */
export class Apns {
  /** Bundle ID of the organization's own app. */
  readonly topic: string;
  readonly #options: ApnsOptions;
  readonly #key: KeyObject;
  #session: ClientHttp2Session | undefined;
  #provider: { token: string; madeAtMs: number } | undefined;

  constructor(options: ApnsOptions) {
    this.topic = options.topic;
    this.#options = options;
    this.#key = createPrivateKey(options.key);
  }

  async send(token: string, content: PhoneContent): Promise<PhoneOutcome> {
    const { now } = this.#options;
    try {
      const first = await this.#attempt(token, content);
      const isOld = this.#provider && now() - this.#provider.madeAtMs >= shortestReuseMs;
      if (first.reason !== 'ExpiredProviderToken' || !isOld) return first.outcome;
      this.#provider = undefined;
      return (await this.#attempt(token, content)).outcome;
    } catch (error) {
      return noAnswer(error);
    }
  }

  close(): void {
    this.#session?.close();
    this.#session = undefined;
  }

  /** Returns the token that authenticates this server. It is a JSON Web Token that is signed with the key. */
  #providerToken(): string {
    const { keyId, teamId, now } = this.#options;
    if (this.#provider && now() - this.#provider.madeAtMs < reuseTokenMs) return this.#provider.token;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${encode({ alg: 'ES256', kid: keyId })}.${encode({ iss: teamId, iat: Math.floor(now() / 1000) })}`;
    const signature = sign('sha256', Buffer.from(text), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    const token = `${text}.${signature.toString('base64url')}`;
    this.#provider = { token, madeAtMs: now() };
    return token;
  }

  #openSession(): ClientHttp2Session {
    const current = this.#session;
    if (current && !current.closed && !current.destroyed) return current;
    const opened = connect(this.#options.url);
    const leave = () => this.#leave(opened);
    opened.on('error', leave).on('close', leave);
    opened.on('goaway', () => {
      leave();
      opened.close();
    });
    // An idle connection must not keep the process running.
    opened.unref();
    this.#session = opened;
    return opened;
  }

  /** Further requests use a new connection. */
  #leave(session: ClientHttp2Session): void {
    if (this.#session === session) this.#session = undefined;
  }

  #post(path: string, headers: OutgoingHttpHeaders, body: string): Promise<Answer> {
    const used = this.#openSession();
    return new Promise((resolve, reject) => {
      const stream = used.request({ ':method': 'POST', ':path': path, ...headers });
      const timer = setTimeout(() => {
        // This connection may be dead without a notice.
        this.#leave(used);
        used.destroy();
        reject(new Error('no answer in time'));
      }, this.#options.timeoutMs);
      const chunks: Buffer[] = [];
      let status = 0;
      let retryAfter: string | undefined;
      stream.on('response', (answer) => {
        status = answer[':status'] ?? 0;
        retryAfter = answer['retry-after'];
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        clearTimeout(timer);
        if (status === 0) reject(new NotHandledError('the connection ended'));
        else resolve({ status, body: Buffer.concat(chunks).toString(), retryAfter });
      });
      stream.on('error', (error) => {
        clearTimeout(timer);
        const isUnhandled = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM || used.destroyed;
        reject(isUnhandled && status === 0 ? new NotHandledError(error.message) : error);
      });
      stream.on('close', () => {
        clearTimeout(timer);
        reject(new NotHandledError('the stream was closed'));
      });
      stream.end(body);
    });
  }

  async #attempt(token: string, content: PhoneContent): Promise<{ reason: string; outcome: PhoneOutcome }> {
    const headers = {
      authorization: `bearer ${this.#providerToken()}`,
      'apns-topic': this.topic,
      'apns-push-type': 'alert',
      'apns-priority': content.type === 'remove' ? '5' : '10',
      'apns-expiration': String(content.expiresAt),
      'apns-collapse-id': content.collapseId,
      'content-type': 'application/json',
    };
    const path = `/3/device/${token}`;
    const body = fitPayload(content.apns);
    const answer = await this.#post(path, headers, body).catch((error) => {
      if (error instanceof NotHandledError) return this.#post(path, headers, body);
      throw error;
    });
    return judge(answer, this.#options.now());
  }
}

/** Returns a payload as JSON. When the payload is too large, shortens its title and body, and leaves out its subtitle. */
function fitPayload(payload: ApnsPayload): string {
  const text = JSON.stringify(payload);
  const excess = Buffer.byteLength(text) - maxPayloadBytes;
  const { alert } = payload.aps;
  if (excess <= 0 || !alert) return text;
  const shorter = (of: string) => Array.from(of).slice(0, 60).join('');
  const aps = { ...payload.aps, alert: { title: shorter(alert.title), body: shorter(alert.body) } };
  return JSON.stringify({ ...payload, aps });
}

const refusalSchema = z.object({ reason: z.string().default(''), timestamp: z.number().optional() });

/** Error codes that mean that a phone's push token is not valid any more. Its phone is deleted. */
const deadTokens = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken']);

function judge(
  { status, body, retryAfter }: Answer,
  nowMs: number,
): { reason: string; outcome: PhoneOutcome } {
  if (status === 200) return { reason: '', outcome: { kind: 'accepted', detail: 'status 200' } };
  const { reason, timestamp } = parseRefusal(body);
  const detail = `status ${status} ${reason}`.trim();
  const since = timestamp === undefined ? {} : { since: timestamp };
  if (status === 410 || deadTokens.has(reason))
    return { reason, outcome: { kind: 'gone', detail, ...since } };
  if (status === 403) return { reason, outcome: { ...laterAfter(detail, 0), isMisconfigured: true } };
  if (status === 429 || status >= 500)
    return { reason, outcome: laterAfter(detail, retryAfterMsOf(retryAfter, nowMs)) };
  return { reason, outcome: { kind: 'refused', detail } };
}

function parseRefusal(body: string): z.infer<typeof refusalSchema> {
  try {
    return refusalSchema.parse(JSON.parse(body));
  } catch {
    return { reason: '' };
  }
}
