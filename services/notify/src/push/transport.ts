import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import {
  addressOf,
  ConnectionPool,
  type Guard,
  OutsideError,
  parseOutsideUrl,
  requestOutside,
} from '@parley/outside';
import type { UserId } from '@parley/rules';
import type { PushContent, Subscription, Urgency } from '../domain/web-push.ts';
import { encryptPush } from './encrypt.ts';
import type { Authorization } from './vapid.ts';

export type Push = {
  userId: UserId;
  content: PushContent;
  urgency: Urgency;
  /** Maximum time for which the push service stores the message while the browser is offline, in seconds. */
  ttlSeconds: number;
};

/**
 * Outcome of a request to a push service. `gone`: the service does not know the subscription any more, or the endpoint of the
 * subscription is not permitted. `refused`: a retry cannot succeed. `later`: a retry may succeed.
 */
export type Outcome =
  | { kind: 'accepted' | 'gone' | 'refused'; detail: string }
  | { kind: 'later'; detail: string; isUnanswered: boolean; retryAfterMs: number };

export type PushTransport = {
  /** Checks that requests to an endpoint are permitted. @throws OutsideError when they are not */
  check(endpoint: string): Promise<void>;
  send(subscription: Subscription, push: Push): Promise<Outcome>;
  /** Writes a push to the folder that shows pushes in development; undefined when there is no folder. */
  write: ((push: Push, to: string) => Promise<void>) | undefined;
  close(): void;
};

export type PushOptions = {
  guard: Guard;
  authorization: Authorization;
  /** Folder to which pushes are written in development; empty for none. */
  folder: string;
  now(): number;
};

/** Maximum number of bytes of a response that are read, so that its connection can be reused. */
const maxAnswerBytes = 16 * 1024;

/** Creates the transport of push messages. It reuses connections to push services for a short time. */
export const createPushTransport = (options: PushOptions): PushTransport =>
  transportOver(new ConnectionPool(), options);

const transportOver = (
  pool: ConnectionPool,
  { guard, authorization, folder, now }: PushOptions,
): PushTransport => ({
  async check(endpoint) {
    await addressOf(endpointOf(endpoint, guard), guard, AbortSignal.timeout(guard.timeoutMs));
  },

  async send(subscription, push) {
    try {
      const target = endpointOf(subscription.endpoint, guard);
      const body = encryptPush(JSON.stringify(push.content), subscription);
      const headers = {
        'user-agent': 'Parley (+web push)',
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: push.ttlSeconds,
        urgency: push.urgency,
        topic: topicOf(push),
        authorization: authorization(target, now()),
      };
      const signal = AbortSignal.timeout(guard.timeoutMs);
      const answer = await requestOutside(target, { method: 'POST', headers, body, pool }, guard, signal);
      skipBody(answer);
      return outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']);
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      const detail = error.message;
      return error.isUnanswered
        ? { kind: 'later', detail, isUnanswered: true, retryAfterMs: 0 }
        : { kind: 'gone', detail };
    }
  },

  close: () => pool.close(),

  write: folder === '' ? undefined : (push, to) => writePush(folder, push, to),
});

/** Reads and discards a response. The signal of the request aborts a response that does not end. */
function skipBody(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxAnswerBytes) answer.destroy();
  });
  // Ignores errors, because nothing depends on the rest of the response.
  answer.on('error', () => undefined);
}

/** HTTPS, except for hosts that the operator allows; the content is encrypted anyway. @throws OutsideError */
function endpointOf(endpoint: string, { allowed }: Guard): URL {
  const target = parseOutsideUrl(endpoint);
  if (target.protocol === 'https:' || allowed.has(`${target.hostname}:${target.port || '80'}`)) return target;
  throw new OutsideError('not an https address');
}

/** Returns the `Topic` of a push (RFC 8030, section 5.4), by which a repeated push replaces the first one. */
const topicOf = ({ userId, content }: Push): string =>
  createHash('sha256').update(`${userId} ${content.message_id}`).digest('base64url').slice(0, 32);

/** A redirect is refused: push services send none, and it could lead to a forbidden address. */
function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  const detail = `status ${status}`;
  if (status >= 200 && status < 300) return { kind: 'accepted', detail };
  if (status === 404 || status === 410) return { kind: 'gone', detail };
  if (status !== 408 && status !== 429 && status < 500) return { kind: 'refused', detail };
  const seconds = Number(retryAfter);
  return {
    kind: 'later',
    detail,
    isUnanswered: false,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0,
  };
}

async function writePush(folder: string, { userId, content }: Push, to: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date(content.time * 1000).toISOString().replaceAll(':', '-');
  // The file name depends only on the push, so a repeated push replaces its first file.
  const file = join(folder, `${time}-push-${content.message_id}-${userId}.push`);
  // Renaming the complete file ensures that a reader never sees an incomplete push.
  await writeFile(`${file}.part`, JSON.stringify({ to, ...content }, undefined, 2), { mode: 0o600 });
  await rename(`${file}.part`, file);
}
