import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { resolveName } from './resolve-name.ts';

/** Where requests to other hosts may go, and how long they may take. */
export type Guard = {
  /** `host:port` pairs that may be requested although they are private or on an unusual port. */
  allowed: ReadonlySet<string>;
  /** Time for a request with all its redirects. */
  timeoutMs: number;
  /** Returns the IP addresses of a host. Default: `resolveName`; for allowed hosts the system's resolver. */
  resolve?: ((host: string, signal: AbortSignal) => Promise<string[]>) | undefined;
};

/** What an answer must be. */
export type Wanted = {
  maxBytes: number;
  /** Takes the first `maxBytes` of a longer body instead of refusing it. */
  takesBeginning?: boolean;
  isWantedType(type: string): boolean;
  accept: string;
};

/** The body of an answer, the value of its `Content-Type`, and the address after all redirects. */
export type Fetched = { body: Buffer; contentType: string; url: string };

/** A request to another host was refused or failed. The message is for operators, never for the person who asked. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
  /** The host did not answer: it was not found, not reached, or not in time. */
  readonly isSilence: boolean;

  constructor(
    message: string,
    { isSilence = false, ...options }: ErrorOptions & { isSilence?: boolean } = {},
  ) {
    super(message, options);
    this.isSilence = isSilence;
  }
}

const maxRedirects = 3;
const userAgent = 'Parley (+pictures and link previews)';

/**
 * Requests an address on behalf of a reader. People choose the address, so the request must not reach what only this server
 * can reach: a host is resolved once, each of its addresses must be public, the connection goes to one of these and is checked
 * again. Every redirect is a new request to the same checks. No cookie, credential or referrer is sent.
 * @throws OutsideError
 */
export async function guardedFetch(url: string, wanted: Wanted, guard: Guard): Promise<Fetched> {
  const signal = AbortSignal.timeout(guard.timeoutMs);
  let target = parse(url);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await get(target, wanted, guard, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy();
      target = parse(headers.location, target);
      continue;
    }
    const body = await readBody(answer, wanted, signal);
    return { body, contentType: headers['content-type'] ?? '', url: target.href };
  }
  throw new OutsideError('too many redirects');
}

function parse(url: string, base?: URL): URL {
  if (!URL.canParse(url, base?.href)) throw new OutsideError('not an address');
  const target = new URL(url, base);
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new OutsideError('not a web address');
  if (target.username !== '' || target.password !== '') throw new OutsideError('credentials in the address');
  return target;
}

async function get(
  target: URL,
  { accept }: Wanted,
  guard: Guard,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = target.protocol === 'https:';
  const port = Number(target.port || (isSecure ? 443 : 80));
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
  const isAllowed = guard.allowed.has(`${host}:${port}`);
  if (!isAllowed && port !== 80 && port !== 443) throw new OutsideError(`port ${port} is not allowed`);
  const addresses = isIP(host) === 0 ? await resolve(host, guard, isAllowed, signal) : [host];
  // One private address among public ones is how a host is made to point inside.
  if (!isAllowed && !addresses.every(isPublicAddress)) throw new OutsideError(`${host} is not public`);
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (isSecure ? httpsRequest : httpRequest)({
    // The address, not the name: the name is not resolved a second time.
    host: addresses[0]!,
    port,
    path: `${target.pathname}${target.search}`,
    headers: { host: target.host, 'user-agent': userAgent, accept, 'accept-encoding': 'identity' },
    ...(isSecure && isIP(host) === 0 && { servername: host }),
    agent: false,
    maxHeaderSize: 16 * 1024,
    signal,
  });
  request.once('socket', (socket) =>
    socket.once('connect', () => {
      if (isAllowed || isPublicAddress(socket.remoteAddress ?? '')) return;
      request.destroy(new OutsideError(`${host} is not public`));
    }),
  );
  request.once('response', answered);
  request.once('error', (error) => reject(toOutsideError(error)));
  request.end();
  return await promise;
}

async function resolve(
  host: string,
  guard: Guard,
  isAllowed: boolean,
  signal: AbortSignal,
): Promise<string[]> {
  // Hosts that the operator allows may be known to this machine alone.
  const find = guard.resolve ?? (isAllowed ? systemAddresses : resolveName);
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(new OutsideError('timeout', { isSilence: true }));
  signal.addEventListener('abort', end, { once: true });
  try {
    const addresses = await Promise.race([find(host, signal), ended.promise]);
    if (addresses.length === 0) throw new OutsideError(`${host} has no address`, { isSilence: true });
    return addresses;
  } catch (error) {
    throw toOutsideError(error);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

const systemAddresses = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

async function readBody(
  answer: IncomingMessage,
  { maxBytes, takesBeginning = false, isWantedType }: Wanted,
  signal: AbortSignal,
): Promise<Buffer> {
  try {
    const { statusCode, headers } = answer;
    if (statusCode !== 200) throw new OutsideError(`status ${statusCode}`);
    const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
    if (!isWantedType(type)) throw new OutsideError(`type ${type.slice(0, 80)}`);
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new OutsideError('compressed body');
    const isDeclaredTooLarge = Number(headers['content-length'] ?? 0) > maxBytes;
    if (isDeclaredTooLarge && !takesBeginning) throw new OutsideError('too large');
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      length += chunk.length;
      if (length > maxBytes && !takesBeginning) throw new OutsideError('too large');
      chunks.push(chunk);
      if (length >= maxBytes && takesBeginning) break;
    }
    return Buffer.concat(chunks).subarray(0, maxBytes);
  } catch (error) {
    throw signal.aborted ? new OutsideError('timeout', { isSilence: true }) : toOutsideError(error);
  } finally {
    answer.destroy();
  }
}

/** Failures of name resolution and of the connection mean that the host does not answer. */
function toOutsideError(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error;
  const { name, message } = error as Error;
  const isTimeout = name === 'TimeoutError' || name === 'AbortError';
  return new OutsideError(isTimeout ? 'timeout' : message, { cause: error, isSilence: true });
}
