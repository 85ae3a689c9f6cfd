import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/**
 * Returns the canonical form of an IP address: without port, brackets and zone. IPv4 addresses that are mapped into IPv6 become
 * IPv4. Undefined when the text is not an address.
 */
export function plainAddress(text: string): string | undefined {
  const address = withoutPort(text.trim());
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const spelled = new SocketAddress({ address: address.split('%')[0]!, family: 'ipv6' }).address;
  const mapped = spelled.startsWith('::ffff:') ? spelled.slice('::ffff:'.length) : '';
  return isIPv4(mapped) ? mapped : spelled;
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  if (bracketed) return bracketed[1]!;
  return /^([^:]*):\d+$/.exec(text)?.[1] ?? text;
}

/**
 * Returns the network by which requests are counted: the IPv4 address, or the /64 network of an IPv6 address, which usually
 * belongs to one household. A text that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (plain === undefined) return address;
  if (isIPv4(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return groups.slice(0, 4).join(':');
}
