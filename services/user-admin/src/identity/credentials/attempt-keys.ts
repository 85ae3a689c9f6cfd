import { createHash } from 'node:crypto';
import { networkOf, ParleyError } from '@parley/core';
import { emailKey } from '@parley/rules';

/** Returns the key under which wrong passwords of an account are counted. */
export const accountKeyOf = (username: string): Buffer =>
  createHash('sha256').update(emailKey(username)).digest();

/** Returns the key under which wrong passwords from a network address are counted; of IPv6 the network of one household. */
export function addressKeyOf(address: string): Buffer {
  return createHash('sha256')
    .update(`address ${networkOf(address)}`)
    .digest();
}

/** Refuses a wrong password and an unknown account with the same words. */
export const wrongCredentials = (): ParleyError =>
  new ParleyError('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
