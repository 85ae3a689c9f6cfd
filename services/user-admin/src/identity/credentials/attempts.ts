import { createHash } from 'node:crypto';
import { networkOf, ParleyError } from '@parley/core';
import { emailKey } from '@parley/rules';

/** What wrong passwords of an account are counted under. */
export const accountKeyOf = (username: string): Buffer =>
  createHash('sha256').update(emailKey(username)).digest();

/** What wrong passwords from a network address are counted under; of IPv6 the network of one household. */
export function addressKeyOf(address: string): Buffer {
  return createHash('sha256')
    .update(`address ${networkOf(address)}`)
    .digest();
}

/** One answer for a wrong password and for an account that is not there. */
export const wrongCredentials = (): ParleyError =>
  new ParleyError('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
