import { expect, it } from 'vitest';
import { startOfDay } from './days.ts';

it('a day begins at midnight of the reader, also where the clock changes', () => {
  for (let month = 1; month <= 12; month++) {
    for (const day of [1, 15, 28]) {
      const text = `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      const begin = new Date(startOfDay(text) * 1000);
      expect([begin.getMonth() + 1, begin.getDate(), begin.getHours(), begin.getMinutes()]).toEqual([
        month,
        day,
        0,
        0,
      ]);
      const next = new Date(startOfDay(text, 1) * 1000);
      expect(next.getHours()).toBe(0);
      expect(Math.round((next.getTime() - begin.getTime()) / 3_600_000)).toBeGreaterThanOrEqual(23);
    }
  }
});
