import { expect, it } from 'vitest';
import { endOf } from './status-ends.ts';

// A Friday afternoon
const now = new Date(2026, 2, 6, 15, 30);
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime() / 1000;

it.each([
  ['never', '', 0],
  ['halfHour', '', at(2026, 2, 6, 16, 0)],
  ['fourHours', '', at(2026, 2, 6, 19, 30)],
  ['today', '', at(2026, 2, 7)],
  ['monday', '', at(2026, 2, 9)],
  ['date', '2026-03-16', at(2026, 2, 16)],
  ['date', '2026-03-01', 0],
  ['date', '', 0],
] as const)('a status that lasts %s %s ends', (end, date, seconds) => {
  expect(endOf(end, date, now)).toBe(seconds);
});

it('ends on the next Monday from every day, and never today', () => {
  for (let day = 1; day <= 14; day++) {
    const end = new Date(endOf('monday', '', new Date(2026, 2, day, 12)) * 1000);
    expect(end.getDay()).toBe(1);
    const days = (end.getTime() - new Date(2026, 2, day).getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThan(7.1);
  }
});
