import { expect, it } from 'vitest';
import { parseAccountAddress } from './address.ts';

it.each([
  ['/join/secret', { page: 'join', token: 'secret' }],
  ['/register', { page: 'join', token: '' }],
  ['/reset-password', { page: 'forgotten-password' }],
  ['/reset-password/secret', { page: 'new-password', token: 'secret' }],
  ['/confirm-email/secret', { page: 'confirm-email', token: 'secret' }],
  ['/', undefined],
  ['/joinery', undefined],
])('%s leads to %j', (path, address) => {
  expect(parseAccountAddress(path)).toEqual(address);
});
