import { expect, it } from 'vitest';
import { isOwnPress, newPressId } from './own-presses.ts';

it('a window knows its latest presses, and no others', () => {
  const first = newPressId();
  expect(isOwnPress(first)).toBe(true);
  expect(isOwnPress('another')).toBe(false);
  const ids = Array.from({ length: 200 }, newPressId);
  expect(new Set(ids).size).toBe(200);
  expect(ids.every(isOwnPress)).toBe(true);
  expect(isOwnPress(first)).toBe(false);
});
