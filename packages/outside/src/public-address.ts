import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an IP address belongs to the public internet. Private, loopback, link-local (also used for cloud metadata),
 * carrier-grade NAT, multicast, reserved and transition addresses do not. For an IPv4 address that is mapped into IPv6, the
 * IPv4 address decides.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // `process` converts an IPv6 address with a mapped IPv4 address to this IPv4 address.
  const judged = ipaddr.process(address);
  if (judged.range() !== 'unicast') return false;
  // Public IPv6 addresses are only in 2000::/3. The IPv4 address 168.63.129.16 is that of the host of an Azure machine.
  return judged instanceof ipaddr.IPv6 ? judged.match(globalUnicast) : judged.toString() !== '168.63.129.16';
}
