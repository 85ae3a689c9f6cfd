import type { IncomingMessage } from 'node:http';
import {
  type ConnectionPool,
  type Guard,
  OutsideError,
  parseOutsideUrl,
  requestOutside,
} from '@parley/outside';

export type OutgoingRequest = { headers: Record<string, string>; body: string };

/** What a program answered, or why there is no answer. `isFinal`: another attempt cannot succeed. */
export type Answer =
  | { status: number; body: string; retryAfterMs: number }
  | { error: string; isFinal: boolean };

/** Maximum size of an answer, in bytes. */
const maxAnswerBytes = 256 * 1024;

/** Sends a request to the program of a bot, or without a body asks for what is at an address, only to a public address, within limits of time and size. */
export async function requestProgram(
  { outside, pool }: { outside: Guard; pool: ConnectionPool },
  url: string,
  { headers, body }: Pick<OutgoingRequest, 'headers'> & { body?: string },
  stopping: AbortSignal,
): Promise<Answer> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(outside.timeoutMs)]);
  try {
    const target = parseOutsideUrl(url);
    const sent =
      body === undefined
        ? { headers, pool }
        : { method: 'POST' as const, headers, body: Buffer.from(body), pool };
    const answer = await requestOutside(target, sent, outside, signal);
    const text = await bodyOf(answer, signal);
    const seconds = Number(answer.headers['retry-after']);
    const retryAfterMs = Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0;
    return { status: answer.statusCode ?? 0, body: text, retryAfterMs };
  } catch (error) {
    if (error instanceof OutsideError) return { error: error.message, isFinal: !error.isUnanswered };
    if (error instanceof TooLargeError) return { error: error.message, isFinal: true };
    const { name, message } = error as Error;
    return { error: name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : message, isFinal: false };
  }
}

/** The program has got the request, and would answer the same again. */
class TooLargeError extends Error {}

/** @throws TooLargeError; Error when the answer does not end in time */
async function bodyOf(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const end = () => answer.destroy(new Error('timeout'));
  signal.addEventListener('abort', end, { once: true });
  try {
    for await (const part of answer) {
      bytes += (part as Buffer).length;
      if (bytes > maxAnswerBytes) {
        answer.destroy();
        throw new TooLargeError('the answer is too large');
      }
      parts.push(part as Buffer);
    }
  } finally {
    signal.removeEventListener('abort', end);
  }
  return Buffer.concat(parts).toString();
}
