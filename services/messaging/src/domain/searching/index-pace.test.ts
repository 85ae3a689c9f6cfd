import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IndexPace } from './index-pace.ts';

describe('the pace of the search index', () => {
  it('is slow while looks are fast, and faster after slow ones', () => {
    const pace = new IndexPace(700);
    expect(pace.after(20)).toBe(700);
    expect(pace.after(200)).toBe(500);
    expect(pace.after(2_000)).toBe(100);
  });

  it('forgets a slow look', () => {
    const pace = new IndexPace(700);
    pace.after(300);
    const paces = Array.from({ length: 12 }, () => pace.after(10));
    expect(paces).toEqual(paces.toSorted((a, b) => a - b));
    expect(paces.at(-1)).toBe(700);
  });

  it('keeps the promise while looks take as long as before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (lookMs) => {
        expect(new IndexPace(700).after(lookMs) + lookMs).toBeLessThanOrEqual(1_000);
      }),
    );
  });

  it('is never slower than it was told', () => {
    expect(new IndexPace(10).after(0)).toBe(10);
  });
});
