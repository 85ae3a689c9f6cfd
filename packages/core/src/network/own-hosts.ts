/** Names at which a server on the same machine is always reached. No website can have one of them. */
const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/** Accepts every host, as an entry of a list of hosts. */
export const ANY_HOST = '*';

/**
 * Returns a function that tells whether a host, as in the header `Host`, is one of a server's own: a loopback name, the host of
 * `publicUrl` or one of `hosts`, with any port. A website whose name was made to resolve to the server's address (DNS rebinding)
 * sends its own name, and browsers would let it read the answers.
 * @param hosts names or addresses without ports; `*` accepts every host
 */
export function ownHosts(publicUrl: string, hosts: readonly string[]): (host: string) => boolean {
  if (hosts.includes(ANY_HOST)) return () => true;
  const own = new Set([...loopback, new URL(publicUrl).hostname, ...hosts].map((host) => host.toLowerCase()));
  return (host) => own.has(withoutPort(host).toLowerCase());
}

/** Returns a host without its port, and without the dot that may end a complete name. */
const withoutPort = (host: string): string => host.replace(/:\d*$/, '').replace(/\.$/, '');
