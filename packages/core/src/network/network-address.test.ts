import { describe, expect, it } from 'vitest';
import { isNetwork, networkOf, plainAddress, within } from './network-address.ts';

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

describe('networks', () => {
  it.each(['10.0.0.5', '10.0.0.0/24', '0.0.0.0/0', 'fd00::/8', '::1', '2001:db8::1/128'])(
    'may be written as %s',
    (text) => expect(isNetwork(text)).toBe(true),
  );

  it.each([
    '',
    'loopback',
    'host.example',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    'fd00::/129',
    '10.0.0.5:80',
  ])('may not be written as %j', (text) => expect(isNetwork(text)).toBe(false));

  it('contain addresses in any notation', () => {
    const isInside = within(['10.1.0.0/16', '192.0.2.7', 'fd00::/8']);
    const inside = ['10.1.2.3', '::ffff:10.1.2.3', '10.1.2.3:443', '192.0.2.7', 'fd12::1', '[fd12::1]:443'];
    const outside = ['10.2.0.1', '192.0.2.8', '::1', '2001:db8::1', 'unknown', ''];
    expect(inside.filter(isInside)).toEqual(inside);
    expect(outside.filter(isInside)).toEqual([]);
    expect(within([])('10.1.2.3')).toBe(false);
  });
});
