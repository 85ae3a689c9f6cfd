import { expect, it } from 'vitest';
import { OwnPresses } from './own-presses.ts';

it('a client knows its latest presses, and no others', () => {
  const presses = new OwnPresses();
  const first = presses.newId();
  expect(presses.has(first)).toBe(true);
  expect(presses.has('another')).toBe(false);
  expect(new OwnPresses().has(first)).toBe(false);
  const ids = Array.from({ length: 200 }, () => presses.newId());
  expect(new Set(ids).size).toBe(200);
  expect(ids.every((id) => presses.has(id))).toBe(true);
  expect(presses.has(first)).toBe(false);
});
