import { domainToUnicode } from 'node:url';

/**
 * Returns the normalized form by which email addresses are compared. `user-admin` stores this form. Both spellings of a domain
 * with letters beyond ASCII, `müller.example` and `xn--mller-kva.example`, have the same form.
 */
export const emailKey = (email: string): string =>
  withUnicodeDomain(email.trim().normalize('NFC').toLowerCase());

/** Returns an address in lower case with its domain in Unicode, where it is in Punycode. Returns other texts unchanged. */
export function withUnicodeDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || !/(?:^|\.)xn--/.test(domain)) return address;
  // The result is empty for a malformed domain.
  const decoded = domainToUnicode(domain).normalize('NFC');
  return decoded === '' ? address : address.slice(0, at) + decoded;
}
