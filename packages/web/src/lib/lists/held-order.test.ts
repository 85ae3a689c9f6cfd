import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeldOrder } from './held-order.ts';

describe('an order that is held', () => {
  it('keeps rows in their places, appends new ones, and is right again afterwards', () => {
    const order = new HeldOrder<string>();
    expect(order.arrange(['a', 'b', 'c'], false)).toEqual(['a', 'b', 'c']);
    expect(order.arrange(['c', 'a', 'b'], true)).toEqual(['a', 'b', 'c']);
    expect(order.arrange(['d', 'c', 'a'], true)).toEqual(['a', 'c', 'd']);
    expect(order.arrange(['d', 'c', 'a'], false)).toEqual(['d', 'c', 'a']);
  });

  it('has exactly the wanted rows, and never swaps two of them', () => {
    const keys = fc.uniqueArray(fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, fc.boolean())), (steps) => {
        const order = new HeldOrder<number>();
        let before: readonly number[] = [];
        for (const [wanted, isHeld] of steps) {
          const shown = order.arrange(wanted, isHeld);
          expect(shown.toSorted()).toEqual(wanted.toSorted());
          if (isHeld) {
            const stayed = before.filter((key) => shown.includes(key));
            expect(shown.slice(0, stayed.length)).toEqual(stayed);
          }
          before = shown;
        }
      }),
    );
  });
});
