import type { IncomingMessage } from 'node:http';
import { chunksOf, partBefore } from '@parley/core';
import { type Guard, OutsideError, parseOutsideUrl, requestOutside, toOutsideError } from '@parley/outside';

/** The conditions for a response, and a header of the request. */
export type Wanted = {
  maxBytes: number;
  /** Whether a longer body is cut off after `maxBytes` instead of being rejected. */
  takesBeginning?: boolean;
  isWantedType(type: string): boolean;
  accept: string;
};

/** The body of a response, its `Content-Type`, and the URL after all redirects. */
export type Fetched = { body: Buffer; contentType: string; url: string };

const maxRedirects = 3;
const userAgent = 'Parley (+pictures and link previews)';

/**
 * Requests a URL from an untrusted source, such as a message. Only public addresses are requested (`requestOutside`), so that
 * nobody can reach internal servers through this one. Every redirect is checked in the same way. No cookie, credential or
 * referrer is sent.
 * @throws OutsideError when the request fails, or the response is not `wanted`
 */
export async function guardedFetch(url: string, wanted: Wanted, guard: Guard): Promise<Fetched> {
  const signal = AbortSignal.timeout(guard.timeoutMs);
  const { answer, target } = await open(url, wanted.accept, guard, signal);
  const body = await readBody(answer, wanted, signal);
  return { body, contentType: answer.headers['content-type'] ?? '', url: target.href };
}

/** For files that do not fit into memory. The caller bounds the number of bytes. @throws OutsideError */
export async function* guardedStream(
  url: string,
  isWantedType: Wanted['isWantedType'],
  guard: Guard,
): AsyncGenerator<Uint8Array> {
  const signal = AbortSignal.timeout(guard.timeoutMs);
  const { answer } = await open(url, '*/*', guard, signal);
  try {
    checkHead(answer, isWantedType);
    for await (const chunk of chunksOf(answer)) {
      signal.throwIfAborted();
      yield chunk;
    }
  } catch (error) {
    throw signal.aborted ? new OutsideError('timeout', { isUnanswered: true }) : toOutsideError(error);
  } finally {
    answer.destroy();
  }
}

/** Requests a URL, and follows redirects. */
async function open(
  url: string,
  accept: string,
  guard: Guard,
  signal: AbortSignal,
): Promise<{ answer: IncomingMessage; target: URL }> {
  let target = parseOutsideUrl(url);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const headersOfRequest = {
      'user-agent': userAgent,
      accept,
      'accept-encoding': 'identity',
    };
    const answer = await requestOutside(target, { headers: headersOfRequest }, guard, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy();
      target = parseOutsideUrl(headers.location, target);
      continue;
    }
    return { answer, target };
  }
  throw new OutsideError('too many redirects');
}

function checkHead({ statusCode, headers }: IncomingMessage, isWantedType: Wanted['isWantedType']): void {
  if (statusCode !== 200) throw new OutsideError(`status ${statusCode}`);
  const type = partBefore(headers['content-type'] ?? '', ';')
    .trim()
    .toLowerCase();
  if (!isWantedType(type)) throw new OutsideError(`type ${type.slice(0, 80)}`);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new OutsideError('compressed body');
}

async function readBody(
  answer: IncomingMessage,
  { maxBytes, takesBeginning = false, isWantedType }: Wanted,
  signal: AbortSignal,
): Promise<Buffer> {
  try {
    checkHead(answer, isWantedType);
    const isDeclaredTooLarge = Number(answer.headers['content-length'] ?? 0) > maxBytes;
    if (isDeclaredTooLarge && !takesBeginning) throw new OutsideError('too large');
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of chunksOf(answer)) {
      signal.throwIfAborted();
      length += chunk.length;
      if (length > maxBytes && !takesBeginning) throw new OutsideError('too large');
      chunks.push(chunk);
      if (length >= maxBytes && takesBeginning) break;
    }
    return Buffer.concat(chunks).subarray(0, maxBytes);
  } catch (error) {
    throw signal.aborted ? new OutsideError('timeout', { isUnanswered: true }) : toOutsideError(error);
  } finally {
    answer.destroy();
  }
}
