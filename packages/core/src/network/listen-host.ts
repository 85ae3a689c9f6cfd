import { networkInterfaces } from 'node:os';

/** Returns the address to listen on. `::` means all addresses; on a machine without IPv6 it becomes `0.0.0.0`. */
export function listenHost(host: string, hasIpv6: () => boolean = machineHasIpv6): string {
  return host === '::' && !hasIpv6() ? '0.0.0.0' : host;
}

const machineHasIpv6 = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));

/** Returns `host:port`, with an IPv6 address in brackets. */
export const hostAndPort = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** Returns the TCP port at which a server listens. @throws Error for a server that does not */
export function portOf(server: { address(): { port: number } | string | null }): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
  return address.port;
}
