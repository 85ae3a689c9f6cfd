import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns whether an IP address belongs to the public internet. Private, loopback, link-local (also of cloud metadata),
 * carrier-grade NAT, multicast, reserved and transition ranges do not; an IPv4 address inside an IPv6 address is judged itself.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // `process` turns an IPv4 address that is mapped into IPv6 into IPv4.
  return ipaddr.process(address).range() === 'unicast';
}
