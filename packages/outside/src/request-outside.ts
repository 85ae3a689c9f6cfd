import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { ConnectionPool } from './connection-pool.ts';
import { type Guard, OutsideError, toOutsideError } from './guard.ts';
import { isPublicAddress } from './public-address.ts';
import { resolveName } from './resolve-name.ts';

/** The request to send. The header `Host` is added. */
export type OutsideRequest = {
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string | number>>;
  body?: Buffer;
  /** Connections to use for this and later requests. Without them, the request has a connection of its own. */
  pool?: ConnectionPool;
};

/** Parses a web address without credentials. @throws OutsideError */
export function parseOutsideUrl(url: string, base?: URL): URL {
  if (!URL.canParse(url, base?.href)) throw new OutsideError('not an address');
  const target = new URL(url, base);
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new OutsideError('not a web address');
  if (target.username !== '' || target.password !== '') throw new OutsideError('credentials in the address');
  return target;
}

/**
 * Returns the IP address to which a request may connect. The port must be a usual one, and every address of the host
 * must be public, unless the guard allows the host and port.
 * @throws OutsideError
 */
export async function addressOf(target: URL, guard: Guard, signal: AbortSignal): Promise<string> {
  const { host, port } = placeOf(target);
  const isAllowed = guard.allowed.has(`${host}:${port}`);
  if (!isAllowed && port !== 80 && port !== 443) throw new OutsideError(`port ${port} is not allowed`);
  const addresses = isIP(host) === 0 ? await resolve(host, guard, isAllowed, signal) : [host];
  // An attacker may add a private address to the public ones of a host, so one private address refuses the host.
  if (!isAllowed && !addresses.every(isPublicAddress)) throw new OutsideError(`${host} is not public`);
  return addresses[0]!;
}

/**
 * Sends one request to an address that a person chose. It must not reach hosts of the internal network (server-side
 * request forgery): the host is resolved once, each of its addresses must be public, and the connection goes to one of
 * these and is checked again. Redirects are not followed. The caller must read or destroy the answer.
 * @throws OutsideError
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
    // The other host closed a kept connection while the request was on its way to it.
    if (error instanceof IdleClosedError) return await send(target, address, request, guard, signal);
    pool?.forget(place);
    throw error;
  }
}

/** A kept connection ended before it carried an answer. */
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
    // The checked address instead of the name, which would be resolved a second time.
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
  // Only the resolver of this machine may know hosts that the operator allows.
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
