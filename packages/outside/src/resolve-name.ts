import { Resolver } from 'node:dns/promises';

/**
 * Returns the IPv4 and IPv6 addresses of a host name. The query ends when the signal aborts. Unlike the system's resolver, it
 * uses no thread, so that slow names do not delay other queries.
 * @param servers DNS servers as `address:port`; empty for those of the system
 * @throws the resolver's error when the name has no address
 */
export async function resolveName(
  host: string,
  signal: AbortSignal,
  servers: readonly string[] = [],
): Promise<string[]> {
  // RFC 6761, section 6.3: such names must not be sent to DNS servers.
  if (/(?:^|\.)localhost\.?$/i.test(host)) return ['127.0.0.1'];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (addresses.length === 0 && failed) throw failed.reason;
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
