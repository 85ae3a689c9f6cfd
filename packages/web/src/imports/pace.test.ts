import { describe, expect, it } from 'vitest';
import { durationParts, Pace } from './pace.ts';

describe('the time that is left', () => {
  it('follows from the progress of the last minute', () => {
    const pace = new Pace();
    for (let second = 0; second <= 10; second += 2) pace.note(second * 100, second * 1_000);
    expect(pace.secondsLeft(10_000)).toBe(90);
    // It becomes slower: an old pace is forgotten after a minute.
    for (let second = 12; second <= 120; second += 2) pace.note(1_000 + second, second * 1_000);
    expect(pace.secondsLeft(10_000)).toBe(10_000 - 1_120);
  });

  it('is unknown without a total, at first, and while nothing moves', () => {
    const pace = new Pace();
    expect(pace.secondsLeft(100)).toBeUndefined();
    pace.note(10, 0);
    pace.note(20, 1_000);
    expect(pace.secondsLeft(100)).toBeUndefined();
    pace.note(50, 10_000);
    expect(pace.secondsLeft(100)).toBe(13);
    expect(pace.secondsLeft(0)).toBeUndefined();
    const still = new Pace();
    for (let second = 0; second < 60; second++) still.note(7, second * 1_000);
    expect(still.secondsLeft(100)).toBeUndefined();
  });

  it('begins anew when the import was continued, and is never negative', () => {
    const pace = new Pace();
    pace.note(90, 0);
    pace.note(100, 10_000);
    pace.note(40, 11_000);
    expect(pace.secondsLeft(100)).toBeUndefined();
    pace.note(120, 20_000);
    expect(pace.secondsLeft(100)).toBe(0);
  });
});

it('a duration is told in its largest suitable unit', () => {
  expect(durationParts(0.2)).toEqual({ unit: 'seconds', count: 1 });
  expect(durationParts(89)).toEqual({ unit: 'seconds', count: 89 });
  expect(durationParts(90)).toEqual({ unit: 'minutes', count: 2 });
  expect(durationParts(5_399)).toEqual({ unit: 'minutes', count: 90 });
  expect(durationParts(5_400)).toEqual({ unit: 'hours', count: 2 });
});
