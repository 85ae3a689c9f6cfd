/** Where a session is, as far as its network address says so. No place is looked up anywhere: addresses stay on the server. */

export type SessionPlace = 'thisComputer' | 'sameNetwork' | 'privateNetwork';

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;
/** Networks that are not reachable from outside (RFC 1918, RFC 4193), and those of a single link. */
const isPrivate =
  /^(?:::ffff:)?(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)|^f[cd][\da-f]{2}:|^fe[89ab][\da-f]:/i;

/**
 * Returns where a session with this address is; undefined if the address alone says more.
 * @param own the address of the session that asks
 */
export function placeOfSession(address: string, own: string | undefined): SessionPlace | undefined {
  if (loopback.test(address)) return 'thisComputer';
  if (address !== '' && address === own) return 'sameNetwork';
  return isPrivate.test(address) ? 'privateNetwork' : undefined;
}
