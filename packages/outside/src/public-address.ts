import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an IP address belongs to the public internet. Private, loopback, link-local (also of cloud metadata),
 * carrier-grade NAT, multicast, reserved and transition ranges do not; an IPv4 address inside an IPv6 address is judged
 * instead of the IPv6 address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // `process` turns an IPv4 address that is mapped into IPv6 into IPv4.
  const judged = ipaddr.process(address);
  if (judged.range() !== 'unicast') return false;
  // Only 2000::/3 is assigned to hosts; 168.63.129.16 is the host of an Azure machine.
  return judged instanceof ipaddr.IPv6 ? judged.match(globalUnicast) : address !== '168.63.129.16';
}
