import { expect, it } from 'vitest';
import { readAnchor } from './anchor.ts';

const read = (anchor: string | undefined, more: object = {}) =>
  readAnchor({ anchor, anchor_date: undefined, use_first_unread_anchor: undefined, ...more });

it.each([
  ['newest', 'newest'],
  ['007', '7'],
  ['0', '0'],
  ['-5', '0'],
  ['10000000000000000', '10000000000000000'],
  ['10000000000000001', '10000000000000000'],
  // The terminal client.
  ['10000000000', '10000000000000000'],
  ['9999999999', '9999999999'],
  ['10000000001', '10000000001'],
  ['9'.repeat(40), '10000000000000000'],
])('reads %s', (anchor, expected) => {
  expect(read(anchor)).toBe(expected);
});

it('accepts the older parameter for the first unread message', () => {
  expect(read(undefined, { use_first_unread_anchor: true })).toBe('first_unread');
});

it.each([['x'], ['1.5'], ['NEWEST'], [''], ['1e5']])('refuses %s', (anchor) => {
  expect(() => read(anchor)).toThrow('Invalid anchor');
});

it('requires an anchor', () => {
  expect(() => read(undefined)).toThrow("Missing 'anchor' argument");
  expect(() => read('date')).toThrow("Missing 'anchor_date' argument");
  expect(read('date', { anchor_date: '2026-01-01' })).toBe('date');
});
