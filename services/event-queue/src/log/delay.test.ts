import { expect, it } from 'vitest';
import { behindMs } from './delay.ts';

const follower = (isCaughtUp: boolean, ageMs: number) => ({
  caughtUp: () => isCaughtUp,
  freshness: { ageMs: () => ageMs },
});
const now = 1_700_000_000_000;
const hour = 3_600_000;

it('is not behind after everything was merged, however old that is, even when the relay is silent', () => {
  expect(behindMs(follower(true, 200), now - hour, now)).toBe(0);
  expect(behindMs(follower(true, Number.POSITIVE_INFINITY), now - hour, now)).toBe(0);
});

it('is behind by the age of the last event merged while it catches up', () => {
  expect(behindMs(follower(false, Number.POSITIVE_INFINITY), now - 30_000, now)).toBe(30_000);
  expect(behindMs(follower(false, hour), now - 30_000, now)).toBe(30_000);
});

it('is behind by the last announcement when a quiet log becomes unreachable', () => {
  expect(behindMs(follower(false, 1_500), now - hour, now)).toBe(1_500);
});

it('is never ahead of a clock that is set back', () => {
  expect(behindMs(follower(false, hour), now + 5_000, now)).toBe(0);
});
