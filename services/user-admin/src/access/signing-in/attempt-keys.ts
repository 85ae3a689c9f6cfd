import { createHash } from 'node:crypto';
import { networkOf, ParleyError } from '@parley/core';
import { emailKey, type UserId } from '@parley/rules';

export const accountKeyOf = (username: string): Buffer =>
  createHash('sha256').update(emailKey(username)).digest();

/** All IPv6 addresses in a /64 network share a key, because one customer usually has a whole /64 network. */
export function addressKeyOf(address: string): Buffer {
  return createHash('sha256')
    .update(`address ${networkOf(address)}`)
    .digest();
}

/** Key of attempts that the LDAP directory did not answer. @param key key of the corresponding failed sign-ins */
export const unansweredKeyOf = (key: Buffer): Buffer =>
  createHash('sha256').update('unanswered ').update(key).digest();

/** Not among `accountKeysOf`, because the right password must not permit further guesses of codes. */
export const factorKeyOf = (userId: UserId): Buffer => accountKeyOf(`second factor ${userId}`);

export const accountKeysOf = (username: string): Buffer[] => [
  accountKeyOf(username),
  unansweredKeyOf(accountKeyOf(username)),
];

/** Also the error for an unknown account, so that it does not reveal which accounts exist. */
export const wrongCredentials = (): ParleyError =>
  new ParleyError('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
