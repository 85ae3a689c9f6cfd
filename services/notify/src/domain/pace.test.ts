import { describe, expect, it } from 'vitest';
import { dueDelayMs, Pace, restMs, sendingLimits } from './pace.ts';

const limits = { slowest: 1_000, fastest: 4_000, fewest: 100, most: 400 };
const batch = 100;

/** Simulates batches one after the other, without waiting. Returns the seconds that they would take. */
function secondsFor(pace: Pace, people: number, tookMs: (batchNumber: number) => number): number {
  let nowMs = 0;
  for (let number = 0; number < people / batch; number++) {
    const took = tookMs(number);
    pace.observe(took, batch);
    nowMs += took + pace.pauseMs(batch, took);
  }
  return nowMs / 1_000;
}

describe('the notifications of one message', () => {
  it('become due one after the other, those of 50,000 people within 40 s', () => {
    expect([0, 1, 15, 1_500].map(dueDelayMs)).toEqual([0, 0, 10, 1_000]);
    expect(dueDelayMs(50_000)).toBeGreaterThan(30_000);
    expect(dueDelayMs(50_000)).toBeLessThan(40_000);
  });
});

describe('a pace', () => {
  it('grows while batches are fast, up to its limit', () => {
    const pace = new Pace(limits);
    expect(pace.perSecond).toBe(1_000);
    for (let number = 0; number < 10; number++) pace.observe(20, batch);
    expect(pace.perSecond).toBe(1_500);
    for (let number = 0; number < 1_000; number++) pace.observe(20, batch);
    expect(pace.perSecond).toBe(4_000);
  });

  it('falls immediately when batches become slow, and grows again afterwards', () => {
    const pace = new Pace(limits);
    for (let number = 0; number < 100; number++) pace.observe(20, batch);
    const before = pace.perSecond;
    pace.observe(200, batch);
    expect(pace.perSecond).toBeCloseTo(before * 0.7);
    const slow = pace.perSecond;
    pace.observe(20, batch);
    expect(pace.perSecond).toBeGreaterThan(slow);
  });

  it('never falls below its lower limit: 50,000 people are notified in time even when it is slow repeatedly', () => {
    const pace = new Pace(sendingLimits);
    const seconds = secondsFor(pace, 50_000, (number) => (number % 2 === 0 ? 10 : 60));
    expect(pace.perSecond).toBe(sendingLimits.slowest);
    expect(seconds).toBeLessThanOrEqual(42);
  });

  it('recovers from one exceptionally fast batch', () => {
    const pace = new Pace(limits);
    pace.observe(1, batch);
    for (let number = 0; number < 1_000; number++) pace.observe(20, batch);
    expect(pace.perSecond).toBe(4_000);
  });

  it('pauses for the rest of the time of a batch, and not at all after a batch that took longer', () => {
    const pace = new Pace(limits);
    expect(pace.pauseMs(batch, 30)).toBe(70);
    expect(pace.pauseMs(batch, 130)).toBe(0);
  });

  it('spreads a backlog evenly: no second has more people than the rate', () => {
    const pace = new Pace({ ...limits, fastest: 1_000 });
    expect(secondsFor(pace, 10_000, () => 10)).toBeCloseTo(10, 5);
  });

  it('takes larger batches while the lower limit cannot be kept with small ones, and small ones again afterwards', () => {
    const pace = new Pace(limits);
    expect(pace.batch).toBe(100);
    // Each batch takes one second, independent of its size.
    const sizes = [1, 2, 3, 4].map(() => {
      pace.observe(1_000, pace.batch);
      return pace.batch;
    });
    expect(sizes).toEqual([200, 400, 400, 400]);
    for (let number = 0; number < 2; number++) pace.observe(20, pace.batch);
    expect(pace.batch).toBe(100);
  });
});

it('work that can wait rests in proportion to its time, within bounds', () => {
  expect([0, 50, 1_000, 60_000].map(restMs)).toEqual([0, 200, 4_000, 30_000]);
});
