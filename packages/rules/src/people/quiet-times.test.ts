import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type QuietTimes, quietUntil } from './quiet-times.ts';

const noQuietTimes: QuietTimes = { pausedUntil: 0, hasHours: false, fromMinute: 0, toMinute: 0, days: 0 };

const at = (text: string): number => Date.parse(text);
const nights: QuietTimes = { ...noQuietTimes, hasHours: true, fromMinute: 22 * 60, toMinute: 7 * 60 };
const weekend = 32 + 64;
const berlin = 'Europe/Berlin';

describe('quiet times', () => {
  it('are over when there are none, and when a pause has ended', () => {
    expect(quietUntil(noQuietTimes, berlin, at('2026-03-02T12:00:00Z'))).toBeUndefined();
    const paused = { ...noQuietTimes, pausedUntil: at('2026-03-02T13:00:00Z') / 1000 };
    expect(quietUntil(paused, berlin, at('2026-03-02T12:00:00Z'))).toBe(at('2026-03-02T13:00:00Z'));
    expect(quietUntil(paused, berlin, at('2026-03-02T13:00:00Z'))).toBeUndefined();
  });

  it('span midnight in the person’s time zone', () => {
    expect(quietUntil(nights, berlin, at('2026-03-02T21:00:00Z'))).toBe(at('2026-03-03T06:00:00Z'));
    expect(quietUntil(nights, berlin, at('2026-03-03T05:59:59Z'))).toBe(at('2026-03-03T06:00:00Z'));
    expect(quietUntil(nights, berlin, at('2026-03-03T06:00:00Z'))).toBeUndefined();
    expect(quietUntil(nights, 'America/New_York', at('2026-03-03T06:00:00Z'))).toBe(
      at('2026-03-03T12:00:00Z'),
    );
  });

  it('end on the clock, also in a night in which the clock changes', () => {
    expect(quietUntil(nights, berlin, at('2026-03-28T22:00:00Z'))).toBe(at('2026-03-29T05:00:00Z'));
    expect(quietUntil(nights, berlin, at('2026-10-24T21:00:00Z'))).toBe(at('2026-10-25T06:00:00Z'));
  });

  it('join a pause, a quiet night and quiet days', () => {
    const all = { ...nights, days: weekend, pausedUntil: at('2026-03-06T21:30:00Z') / 1000 };
    // Friday evening → Monday 7:00 in Berlin
    expect(quietUntil(all, berlin, at('2026-03-06T20:00:00Z'))).toBe(at('2026-03-09T06:00:00Z'));
  });

  it('that never end are asked for again later', () => {
    const always = { ...noQuietTimes, days: 127 };
    const now = at('2026-03-06T20:00:00Z');
    expect(quietUntil(always, berlin, now)).toBeGreaterThan(now + 7 * 86_400_000);
  });

  it('have an unknown time zone in UTC', () => {
    expect(quietUntil(nights, 'Nowhere/Land', at('2026-03-02T22:00:00Z'))).toBe(at('2026-03-03T07:00:00Z'));
  });

  it('are over at the moment that is returned, and last until then', () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const times = fc.record({
      pausedUntil: fc.integer({ min: 1_770_000_000, max: 1_800_000_000 }),
      hasHours: fc.boolean(),
      fromMinute: minute,
      toMinute: minute,
      days: fc.integer({ min: 0, max: 126 }),
    });
    const zones = fc.constantFrom('', 'UTC', berlin, 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland');
    const now = fc.integer({ min: 1_770_000_000_000, max: 1_800_000_000_000 });
    fc.assert(
      fc.property(
        times,
        zones,
        now,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (given, zone, nowMs, share) => {
          const end = quietUntil(given, zone, nowMs);
          if (end === undefined) return;
          expect(end).toBeGreaterThan(nowMs);
          expect(quietUntil(given, zone, end)).toBeUndefined();
          expect(quietUntil(given, zone, Math.floor(nowMs + (end - nowMs) * share))).toBeDefined();
        },
      ),
      { numRuns: 300 },
    );
  });
});
