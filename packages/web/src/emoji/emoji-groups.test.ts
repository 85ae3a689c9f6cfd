import { expect, it } from 'vitest';
import { compareEmoji, emojiGroupOf } from './emoji-groups.ts';

it.each([
  ['1f600', 'smileys'],
  ['2764', 'smileys'],
  ['1f44d', 'people'],
  ['1f469-200d-1f4bb', 'people'],
  ['1f419', 'nature'],
  ['1f35c', 'food'],
  ['1f389', 'activities'],
  ['1f680', 'travel'],
  ['1f4a1', 'objects'],
  ['2197', 'symbols'],
  ['1f1e9-1f1ea', 'flags'],
])('the emoji %s belongs to the %s', (code, group) => {
  expect(emojiGroupOf(code)).toBe(group);
});

it('faces precede symbols of older Unicode versions', () => {
  expect(['2639', '1f602', '1f600'].toSorted(compareEmoji)).toEqual(['1f600', '1f602', '2639']);
});
