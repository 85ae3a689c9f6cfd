import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { together } from './together.ts';

describe('calls', () => {
  it('of one turn are one run, and those that come meanwhile are the next', async () => {
    const parts: number[][] = [];
    const gates: PromiseWithResolvers<void>[] = [];
    const double = together<number, number>(
      async (items) => {
        parts.push([...items]);
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
        return items.map((item) => 2 * item);
      },
      { runs: 1, items: 3 },
    );
    const first = [1, 2].map(double);
    await nextTurn();
    const later = [3, 4, 5, 6].map(double);
    await nextTurn();
    expect(parts).toEqual([[1, 2]]);
    gates[0]!.resolve();
    expect(await Promise.all(first)).toEqual([2, 4]);
    await nextTurn();
    expect(parts).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    gates[1]!.resolve();
    await nextTurn();
    gates[2]!.resolve();
    expect(await Promise.all(later)).toEqual([6, 8, 10, 12]);
    expect(parts).toHaveLength(3);
  });

  it('fail alone, each with its own error', async () => {
    const runs: number[] = [];
    const call = together<number, number>(
      async (items) => {
        runs.push(items.length);
        if (items.includes(2)) throw new Error('two');
        return items.map((item) => item);
      },
      { runs: 2, items: 10 },
    );
    const results = await Promise.allSettled([1, 2, 3].map(call));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(runs).toEqual([3, 1, 1, 1]);
    expect(await call(4)).toBe(4);
  });
});
