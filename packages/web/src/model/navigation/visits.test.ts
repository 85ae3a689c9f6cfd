import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Visits } from './visits.ts';

const hour = 3_600_000;
const now = 1_000 * 24 * hour;

describe('visits', () => {
  it('count by number and age', () => {
    const visits = new Visits();
    visits.add('once long ago', now - 60 * 24 * hour);
    for (let days = 10; days > 0; days--) visits.add('daily', now - days * 24 * hour);
    visits.add('today', now - hour);
    const weight = (key: string) => visits.weight(key, now);
    expect(weight('never')).toBe(0);
    expect(weight('daily')).toBeGreaterThan(weight('today'));
    expect(weight('today')).toBeGreaterThan(weight('once long ago'));
    visits.add('just now', now - 1_000);
    expect(weight('just now')).toBeGreaterThan(weight('today'));
    expect(weight('once long ago')).toBeGreaterThan(0);
    expect(visits.weight('daily', now + 365 * 24 * hour)).toBe(0);
  });

  it('within a minute count once', () => {
    const visits = new Visits();
    expect(visits.add('a', now)).toBe(true);
    expect(visits.add('a', now + 1_000)).toBe(false);
    visits.add('b', now + 2_000);
    expect(visits.add('a', now + 3_000)).toBe(true);
    expect(visits.records()).toEqual([
      ['b', [now + 2_000]],
      ['a', [now]],
    ]);
  });

  it('of earlier days are before those that came while they were read', () => {
    const visits = new Visits();
    visits.add('a', now);
    visits.load([
      ['b', [now - hour]],
      ['a', [now - hour]],
    ]);
    expect(visits.records()).toEqual([
      ['b', [now - hour]],
      ['a', [now, now - hour]],
    ]);
  });

  it('are remembered in order, after they were kept on the device, and never without bounds', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(400), fc.nat(200_000)), { maxLength: 800 }), (steps) => {
        const visits = new Visits();
        let time = now;
        for (const [key, pass] of steps) {
          time += pass;
          visits.add(`${key}`, time);
          expect(visits.recent()[0]).toBe(`${key}`);
        }
        const kept = new Visits();
        kept.load(visits.records());
        expect(kept.recent()).toEqual(visits.recent());
        expect(kept.records().length).toBeLessThanOrEqual(300);
        expect(kept.records().every(([, times]) => times.length <= 10)).toBe(true);
        for (const key of kept.recent()) expect(kept.weight(key, time)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 },
    );
  });
});
