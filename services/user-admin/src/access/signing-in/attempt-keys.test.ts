import { expect, it } from 'vitest';
import { addressKeyOf } from './attempt-keys.ts';

it('gives one key to all addresses of an IPv6 /64 network and to all spellings of an IPv4 address, and different keys to others', () => {
  const keys = (...addresses: string[]) =>
    new Set(addresses.map((each) => addressKeyOf(each).toString('hex')));
  expect(keys('2001:db8::5', '2001:db8::6', '2001:DB8:0:0:9::7').size).toBe(1);
  expect(keys('192.0.2.7', '::ffff:192.0.2.7').size).toBe(1);
  expect(keys('192.0.2.7', '192.0.2.8', '2001:db8::5', '2001:db8:0:1::5').size).toBe(4);
});
