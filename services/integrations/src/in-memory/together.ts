import { itemAt } from '@parley/core';

export type TogetherOptions = {
  /** Maximum number of runs at the same time. Items that come while as many run are collected for the next one. */
  runs: number;
  /** Maximum number of items of one run. */
  items: number;
};

type Waiting<In, Out> = { item: In; resolve(result: Out): void; reject(error: unknown): void };

/**
 * Combines concurrent calls into few: those that come at the same time, or while others run, become one run. A run that fails is repeated for each
 * of its items alone, so that one item fails no other.
 * @param run does the work for several items. Returns their results in the same order
 */
export function together<In, Out>(
  run: (items: readonly In[]) => Promise<readonly Out[]>,
  { runs, items: maxItems }: TogetherOptions,
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let running = 0;
  let isScheduled = false;

  async function settle(part: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await run(part.map(({ item }) => item));
      for (const [at, each] of part.entries()) each.resolve(itemAt(results, at));
    } catch (error) {
      const [only, ...others] = part;
      if (others.length === 0) only?.reject(error);
      else for (const each of part) await settle([each]);
    }
  }

  function start(): void {
    isScheduled = false;
    while (running < runs && waiting.length > 0) {
      const part = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      running++;
      void settle(part).finally(() => {
        running--;
        start();
      });
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isScheduled || running >= runs) return;
      isScheduled = true;
      // At the end of this turn of the event loop, so that calls of the same turn are in one run.
      setImmediate(start);
    });
}
