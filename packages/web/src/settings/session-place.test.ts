import { expect, it } from 'vitest';
import { placeOfSession } from './session-place.ts';

it.each([
  ['127.0.0.1', 'thisComputer'],
  ['::1', 'thisComputer'],
  ['::ffff:127.0.0.1', 'thisComputer'],
  ['198.51.100.7', 'sameNetwork'],
  ['10.1.2.3', 'privateNetwork'],
  ['172.16.0.1', 'privateNetwork'],
  ['172.31.255.1', 'privateNetwork'],
  ['192.168.1.9', 'privateNetwork'],
  ['::ffff:192.168.1.9', 'privateNetwork'],
  ['fd12:3456::1', 'privateNetwork'],
  ['fe80::1', 'privateNetwork'],
  ['172.32.0.1', undefined],
  ['11.0.0.1', undefined],
  ['192.0.2.1', undefined],
  ['2001:db8::1', undefined],
  ['fe00::1', undefined],
  ['', undefined],
])('a session from %s is in %s', (address, place) => {
  expect(placeOfSession(address, '198.51.100.7')).toBe(place);
});

it('without the own session, addresses are not compared', () => {
  expect(placeOfSession('', undefined)).toBeUndefined();
  expect(placeOfSession('198.51.100.7', undefined)).toBeUndefined();
});
