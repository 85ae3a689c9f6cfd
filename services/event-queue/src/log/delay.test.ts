import { expect, it } from 'vitest';
import { behindMs } from './delay.ts';

const follower = (isCaughtUp: boolean, ageMs: number) => ({
  caughtUp: () => isCaughtUp,
  freshness: { ageMs: () => ageMs },
});
const now = 1_700_000_000_000;
const hour = 3_600_000;

it('a replica is not behind after it merged all events, however old they are, even when the relay is silent', () => {
  expect(behindMs(follower(true, 200), now - hour, now)).toBe(0);
  expect(behindMs(follower(true, Number.POSITIVE_INFINITY), now - hour, now)).toBe(0);
});

it('a replica that catches up is behind by the age of the last event that it merged', () => {
  expect(behindMs(follower(false, Number.POSITIVE_INFINITY), now - 30_000, now)).toBe(30_000);
  expect(behindMs(follower(false, hour), now - 30_000, now)).toBe(30_000);
});

it('a replica that loses a quiet log is behind by the age of the last announcement', () => {
  expect(behindMs(follower(false, 1_500), now - hour, now)).toBe(1_500);
});

it('the delay is never negative, even when the clock is set back', () => {
  expect(behindMs(follower(false, hour), now + 5_000, now)).toBe(0);
});
