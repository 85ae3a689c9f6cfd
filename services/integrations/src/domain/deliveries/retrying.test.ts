import { expect, it } from 'vitest';
import { environment } from '../../config.ts';
import { retryDelay } from './retrying.ts';

const defaultOf = (name: 'PARLEY_INTEGRATIONS_RETRY_MS' | 'PARLEY_INTEGRATIONS_RETRY_HOURS'): number =>
  environment[name].parse(undefined);
const settings = {
  retryMs: defaultOf('PARLEY_INTEGRATIONS_RETRY_MS'),
  giveUpMs: defaultOf('PARLEY_INTEGRATIONS_RETRY_HOURS') * 3_600_000,
};
const minute = 60_000;

/** Returns when a program that is down gets attempts, and whether its message is given up before the end. */
function attemptsOf(downMs: number): { times: number[]; isGivenUp: boolean } {
  const times: number[] = [];
  for (let ageMs = 0; ageMs < downMs; ) {
    times.push(ageMs);
    const delay = retryDelay({ attempts: times.length, ageMs, isFinal: false, retryAfterMs: 0 }, settings);
    if (delay === undefined) return { times, isGivenUp: true };
    ageMs += delay;
  }
  return { times, isGivenUp: false };
}

it('a program that is down for an hour loses nothing, is not stormed, and is served soon after', () => {
  const { times, isGivenUp } = attemptsOf(60 * minute);
  expect(isGivenUp).toBe(false);
  expect(times[1]).toBe(5_000);
  expect(times.length).toBeLessThan(20);
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  expect(gaps.toSorted((one, other) => one - other)).toEqual(gaps);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(10 * minute);
});

it('a program that is down for days is given up after one, not before', () => {
  const { times, isGivenUp } = attemptsOf(48 * 60 * minute);
  expect(isGivenUp).toBe(true);
  expect(times.at(-1)).toBeGreaterThan(24 * 60 * minute);
  expect(times.at(-1)).toBeLessThanOrEqual((24 * 60 + 10) * minute);
});

it('a program that asks for a delay gets it, within the bound', () => {
  const failed = { attempts: 1, ageMs: 0, isFinal: false };
  expect(retryDelay({ ...failed, retryAfterMs: 2 * minute }, settings)).toBe(2 * minute);
  expect(retryDelay({ ...failed, retryAfterMs: 60 * minute }, settings)).toBe(10 * minute);
  expect(retryDelay({ ...failed, retryAfterMs: 0, isFinal: true }, settings)).toBeUndefined();
});
