import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';
import { itemAt, partBefore } from '../required.ts';

/** Returns an IP address without port, brackets and zone; IPv4 addresses within IPv6 as IPv4. Undefined when it is none. */
export function plainAddress(text: string): string | undefined {
  const address = withoutPort(text.trim());
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const spelled = new SocketAddress({ address: partBefore(address, '%'), family: 'ipv6' }).address;
  const mapped = spelled.startsWith('::ffff:') ? spelled.slice('::ffff:'.length) : '';
  return isIPv4(mapped) ? mapped : spelled;
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  if (bracketed) return itemAt(bracketed, 1);
  return /^([^:]*):\d+$/.exec(text)?.[1] ?? text;
}

/** Returns whether a text is an IP address or a network, such as 10.0.0.5, 10.0.0.0/24 or fd00::/8. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return bits > 0 && isPrefix && more.length === 0;
}

/** @param networks texts that `isNetwork` accepts */
export function within(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const each of networks) {
    const [address = '', prefix] = each.split('/');
    const family = familyOf(address);
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (text) => {
    const address = plainAddress(text);
    return address !== undefined && list.check(address, familyOf(address));
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Returns the network by which requests are counted: an IPv4 address, or an IPv6 /64, which mostly is one household. */
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
