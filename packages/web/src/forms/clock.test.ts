import { expect, it } from 'vitest';
import { clockOf, minuteOf } from './clock.ts';

it('every minute of the day has a time, and the time the minute', () => {
  for (let minute = 0; minute < 1_440; minute++) expect(minuteOf(clockOf(minute))).toBe(minute);
  expect(clockOf(22 * 60 + 5)).toBe('22:05');
  expect(minuteOf('')).toBeUndefined();
});
