import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockOf, nextRate, peaksOf, rates, recordingName } from './peaks.ts';

describe('the shape of a recording', () => {
  it('has the loudest part at 1, and silence at 0', () => {
    expect(peaksOf([0, 0.1, -0.5, 0.2, 0, 0], 3)).toEqual([0.2, 1, 0]);
    expect(peaksOf([], 3)).toEqual([0, 0, 0]);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 300 }),
        fc.integer({ min: 1, max: 60 }),
        (samples, count) => {
          const peaks = peaksOf(samples, count);
          expect(peaks).toHaveLength(count);
          expect(peaks.every((each) => each >= 0 && each <= 1)).toBe(true);
          if (samples.some((each) => each !== 0)) expect(Math.max(...peaks)).toBe(1);
        },
      ),
    );
  });

  it('is played at 1 to 2 times, and then again at once', () => {
    const seen: number[] = [];
    for (let rate: number = 1, turn = 0; turn < rates.length + 1; turn++, rate = nextRate(rate))
      seen.push(rate);
    expect(seen).toEqual([1, 1.25, 1.5, 1.75, 2, 1]);
    expect(nextRate(7)).toBe(1);
  });

  it('has a time and a name', () => {
    expect([0, 5.4, 65, Number.NaN, Number.POSITIVE_INFINITY].map(clockOf)).toEqual([
      '0:00',
      '0:05',
      '1:05',
      '0:00',
      '0:00',
    ]);
    const now = new Date(2026, 10, 3, 9, 5, 7);
    expect(recordingName('audio/webm;codecs=opus', now)).toBe('voice-message-2026-11-03-090507.weba');
    expect(recordingName('audio/mp4', now)).toMatch(/\.m4a$/);
    expect(recordingName('audio/ogg', now)).toMatch(/\.ogg$/);
  });
});
