import { describe, expect, it } from 'vitest';
import { sees } from './visibility.ts';

const set = (...ids: number[]) => new Set(ids);

describe('who sees whom', () => {
  it.each([
    ['oneself', 1, { userId: 1, isBot: false }, set(), true],
    ['a bot', 1, { userId: 2, isBot: true }, set(), true],
    ['who shares something', 1, { userId: 3, isBot: false }, set(3), true],
    ['a stranger', 1, { userId: 4, isBot: false }, set(3), false],
  ])('%s', (_who, viewer, person, shares, expected) => {
    expect(sees(viewer, person, shares)).toBe(expected);
  });
});
