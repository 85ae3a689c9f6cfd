import { createHash } from 'node:crypto';
import { networkOf, ParleyError } from '@parley/core';
import { emailKey } from '@parley/rules';

/** Returns the key under which failed sign-ins of an account are counted. */
export const accountKeyOf = (username: string): Buffer =>
  createHash('sha256').update(emailKey(username)).digest();

/**
 * Returns the key under which failed sign-ins from a network address are counted. All IPv6 addresses in a /64 network share a
 * key, because one customer usually has a whole /64 network.
 */
export function addressKeyOf(address: string): Buffer {
  return createHash('sha256')
    .update(`address ${networkOf(address)}`)
    .digest();
}

/**
 * Returns the key under which attempts are counted that the directory did not answer.
 * @param key key of the corresponding failed sign-ins
 */
export const unansweredKeyOf = (key: Buffer): Buffer =>
  createHash('sha256').update('unanswered ').update(key).digest();

/**
 * Returns the key under which wrong proofs of second factors of an account are counted. It is not among `accountKeysOf`, because
 * the right password must not permit further guesses of codes.
 */
export const factorKeyOf = (userId: number): Buffer => accountKeyOf(`second factor ${userId}`);

/** Returns all keys under which attempts on the password of an account are counted. */
export const accountKeysOf = (username: string): Buffer[] => [
  accountKeyOf(username),
  unansweredKeyOf(accountKeyOf(username)),
];

/**
 * Returns the error for a wrong password. It is also the error for an unknown account, so that it does not reveal which
 * accounts exist.
 */
export const wrongCredentials = (): ParleyError =>
  new ParleyError('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
