export type Turns = {
  /** Runs when everything has ended that was given before for the same key. */
  take<T>(key: number, work: () => Promise<T>): Promise<T>;
};

/**
 * Work of this process that would be in its own way, one after the other by key: of many changes of a channel at once
 * each would overtake all others, and most be decided anew for nothing. It is no lock: other replicas do not wait.
 */
export function createTurns(): Turns {
  const ends = new Map<number, Promise<void>>();
  return {
    async take(key, work) {
      const before = ends.get(key);
      const { promise: end, resolve } = Promise.withResolvers<void>();
      ends.set(key, end);
      try {
        await before;
        return await work();
      } finally {
        resolve();
        if (ends.get(key) === end) ends.delete(key);
      }
    },
  };
}
