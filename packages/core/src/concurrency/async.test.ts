import { describe, expect, it } from 'vitest';
import { inTurns, onAbort } from './async.ts';

describe('inTurns', () => {
  it('handles every item, and not more than so many at the same time', async () => {
    const [handled, most]: [number[], { now: number; ever: number }] = [[], { now: 0, ever: 0 }];
    await inTurns([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      most.now++;
      most.ever = Math.max(most.ever, most.now);
      await new Promise((resolve) => setImmediate(resolve));
      most.now--;
      handled.push(item);
    });
    expect(handled.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most.ever).toBe(3);
  });

  it('begins no other item after a failure, and waits for those that had begun', async () => {
    const ended: number[] = [];
    const failing = inTurns([1, 2, 3, 4], 2, async (item) => {
      if (item === 1) throw new Error('no');
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(item);
    });
    await expect(failing).rejects.toThrow('no');
    expect(ended).toEqual([2]);
  });
});

describe('onAbort', () => {
  it('runs when the signal aborts, once', () => {
    const controller = new AbortController();
    let runs = 0;
    onAbort(controller.signal, () => runs++);
    expect(runs).toBe(0);
    controller.abort();
    controller.abort();
    expect(runs).toBe(1);
  });

  it('runs immediately when the signal has aborted already', () => {
    let runs = 0;
    onAbort(AbortSignal.abort(), () => runs++);
    expect(runs).toBe(1);
  });

  it('does not run after it was removed', () => {
    const controller = new AbortController();
    let runs = 0;
    onAbort(controller.signal, () => runs++)();
    controller.abort();
    expect(runs).toBe(0);
  });
});
