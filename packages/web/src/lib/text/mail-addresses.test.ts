import { expect, it } from 'vitest';
import { mailAddresses } from './mail-addresses.ts';

it.each([
  ['a@one.example', ['a@one.example']],
  [
    'a@one.example,b@one.example; c@one.example\r\nd@one.example',
    ['a', 'b', 'c', 'd'].map((name) => `${name}@one.example`),
  ],
  [' , ;\n', []],
])('finds the addresses of %j', (text, addresses) => {
  expect(mailAddresses(text)).toEqual(addresses);
});
