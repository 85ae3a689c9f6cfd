import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { ConnectionPool } from './connection-pool.ts';
import { type Guard, OutsideError, toOutsideError } from './guard.ts';
import { isPublicAddress } from './public-address.ts';
import { resolveName } from './resolve-name.ts';

/** The request to send. The header `Host` is added automatically. */
export type OutsideRequest = {
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string | number>>;
  body?: Buffer;
  /** Connections that are kept for later requests. Without a pool, the request opens its own connection. */
  pool?: ConnectionPool;
};

/** Parses an http or https URL. @throws OutsideError for any other URL, and for one with credentials */
export function parseOutsideUrl(url: string, base?: URL): URL {
  if (!URL.canParse(url, base?.href)) throw new OutsideError('not an address');
  const target = new URL(url, base);
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new OutsideError('not a web address');
  if (target.username !== '' || target.password !== '') throw new OutsideError('credentials in the address');
  return target;
}

/**
 * Returns the IP address to which a request may connect. The port must be 80 or 443, and all addresses of the host must be
 * public, unless `guard.allowed` contains the host and port.
 * @throws OutsideError when the host is not allowed or cannot be resolved
 */
export async function addressOf(target: URL, guard: Guard, signal: AbortSignal): Promise<string> {
  const { host, port } = placeOf(target);
  const isAllowed = guard.allowed.has(`${host}:${port}`);
  if (!isAllowed && port !== 80 && port !== 443) throw new OutsideError(`port ${port} is not allowed`);
  const addresses = isIP(host) === 0 ? await resolve(host, guard, isAllowed, signal) : [host];
  // An attacker may add private addresses to the public ones of a host. So one private address is enough to reject the host.
  if (!isAllowed && !addresses.every(isPublicAddress)) throw new OutsideError(`${host} is not public`);
  const [first] = addresses;
  if (first === undefined) throw new OutsideError(`${host} has no address`);
  return first;
}

/**
 * Sends one request to a URL that a person has chosen. It prevents server-side request forgery, which is access to hosts of the
 * internal network: all IP addresses of the host must be public unless `guard` allows the host, the connection uses one of these
 * addresses without resolving the name again, and the address of the open connection is checked once more. Redirects are not
 * followed. The caller must read or destroy the response.
 * @throws OutsideError when the request is not allowed or fails
 */
export async function requestOutside(
  target: URL,
  request: OutsideRequest,
  guard: Guard,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { host, port } = placeOf(target);
  const { pool } = request;
  const place = `${host}:${port}`;
  const known = pool?.addressOf(place, Date.now());
  const address = known ?? (await addressOf(target, guard, signal));
  if (!known) pool?.keep(place, address, Date.now());
  try {
    return await send(target, address, request, guard, signal);
  } catch (error) {
    // The other host closed a kept connection at the moment when it was used, so the request is sent again.
    if (error instanceof IdleClosedError) return await send(target, address, request, guard, signal);
    pool?.forget(place);
    throw error;
  }
}

/** Thrown when a kept connection was closed before a response arrived on it. */
class IdleClosedError extends OutsideError {
  constructor(cause: Error) {
    super(cause.message, { cause, isUnanswered: true });
  }
}

async function send(
  target: URL,
  address: string,
  { method = 'GET', headers, body, pool }: OutsideRequest,
  guard: Guard,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { host, port } = placeOf(target);
  const isSecure = target.protocol === 'https:';
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (isSecure ? httpsRequest : httpRequest)({
    // The checked IP address. With the name, the connection would resolve it again and might get another address.
    host: address,
    port,
    method,
    path: `${target.pathname}${target.search}`,
    headers: { host: target.host, ...headers, ...(body && { 'content-length': body.length }) },
    ...(isSecure && isIP(host) === 0 && { servername: host }),
    agent: pool ? (isSecure ? pool.https : pool.http) : false,
    maxHeaderSize: 16 * 1024,
    signal,
  });
  request.once('socket', (socket) => {
    const check = () => {
      if (guard.allowed.has(`${host}:${port}`) || isPublicAddress(socket.remoteAddress ?? '')) return;
      request.destroy(new OutsideError(`${host} is not public`));
    };
    if (socket.connecting) socket.once('connect', check);
    else check();
  });
  request.once('response', answered);
  request.once('error', (error: NodeJS.ErrnoException) => {
    const wasIdle = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
    reject(wasIdle ? new IdleClosedError(error) : toOutsideError(error));
  });
  request.end(body);
  return await promise;
}

function placeOf(target: URL): { host: string; port: number } {
  const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
  return { host: target.hostname.replace(/^\[(.*)\]$/, '$1'), port };
}

async function resolve(
  host: string,
  guard: Guard,
  isAllowed: boolean,
  signal: AbortSignal,
): Promise<string[]> {
  // The operator may allow hosts that only the system's resolver knows.
  const find = guard.resolve ?? (isAllowed ? systemAddresses : resolveName);
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(new OutsideError('timeout', { isUnanswered: true }));
  signal.addEventListener('abort', end, { once: true });
  try {
    const addresses = await Promise.race([find(host, signal), ended.promise]);
    if (addresses.length === 0) throw new OutsideError(`${host} has no address`, { isUnanswered: true });
    return addresses;
  } catch (error) {
    throw toOutsideError(error);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

const systemAddresses = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);
