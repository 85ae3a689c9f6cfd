import { expect, it } from 'vitest';
import { sees } from './guest-visibility.ts';

it.each([
  ['sees themselves', { userId: 1, isBot: false }, true],
  ['sees a bot', { userId: 2, isBot: true }, true],
  ['sees a contact', { userId: 3, isBot: false }, true],
  ['does not see other people', { userId: 4, isBot: false }, false],
])('a limited guest %s', (_promise, person, expected) => {
  expect(sees(1, person, new Set([3]))).toBe(expected);
});
