import { expect, it } from 'vitest';
import { networkOf, plainAddress } from './network-address.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7:51234 ', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:0db8:0:0:0:0:0:1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('writes %j as %j', (text, address) => expect(plainAddress(text)).toBe(address));

it.each([
  '',
  'unknown',
  'garbage7',
  '_hidden',
  '1.2.3',
  '1.2.3.4:',
  '1.2.3.4:port',
  '1.2.3.256',
  '[1.2.3.4',
  '::1::',
])('finds no address in %j', (text) => expect(plainAddress(text)).toBeUndefined());

it('returns the same network for all addresses of an IPv6 /64 network, in any notation', () => {
  expect(networkOf('2001:DB8:0:1::5')).toBe('2001:db8:0:1');
  expect(networkOf('2001:db8::1:0:0:0:9')).toBe('2001:db8:0:1');
  expect(networkOf('2001:db8:0:2::5')).not.toBe(networkOf('2001:db8:0:1::5'));
  expect(networkOf('2001:db8::5')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('unknown')).toBe('unknown');
});
