import { expect, it } from 'vitest';
import { typedDay } from './typed-day.ts';

it.each([
  ['de-DE', '05/01/2026', '2026-01-05'],
  ['en-US', '05/01/2026', '2026-05-01'],
  ['en', '05/01/2026', '05/01/2026'],
  ['en', '01.05.2026', '2026-05-01'],
  ['de', '1. 5. 26', '2026-05-01'],
  ['de', '31.02.2026', '31.02.2026'],
  ['de', '2026', '2026'],
  ['de', 'last week', 'last week'],
])('reads a day as %s writes it: %s is %s', (locale, typed, operand) => {
  expect(typedDay(typed, locale)).toBe(operand);
});
