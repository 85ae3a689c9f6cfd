import { createHash } from 'node:crypto';
import { networkOf, ParleyError } from '@parley/core';
import { emailKey } from '@parley/rules';

/** Returns the key under which wrong passwords of an account are counted. */
export const accountKeyOf = (username: string): Buffer =>
  createHash('sha256').update(emailKey(username)).digest();

/**
 * Returns the key under which wrong passwords from a network address are counted. IPv6 addresses of one /64 network
 * share a key, because a household usually has one.
 */
export function addressKeyOf(address: string): Buffer {
  return createHash('sha256')
    .update(`address ${networkOf(address)}`)
    .digest();
}

/** Returns the key under which attempts are counted that a directory has not answered. @param key the key of wrong passwords */
export const unansweredKeyOf = (key: Buffer): Buffer =>
  createHash('sha256').update('unanswered ').update(key).digest();

/** Returns every key under which attempts on an account are counted. */
export const accountKeysOf = (username: string): Buffer[] => [
  accountKeyOf(username),
  unansweredKeyOf(accountKeyOf(username)),
];

/**
 * Returns the error for a wrong password. An unknown account gets the same error, so that it does not show which
 * accounts exist.
 */
export const wrongCredentials = (): ParleyError =>
  new ParleyError('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
