/** Serializes work by key within this process: work of different keys runs at once, work of one key in order. */
export class KeyedMutex<K> {
  readonly #tails = new Map<K, Promise<void>>();

  /** Runs `work` once all work given before for the same key has ended. Its failure does not affect later work. */
  async run<T>(key: K, work: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(key);
    const { promise: tail, resolve: release } = Promise.withResolvers<void>();
    this.#tails.set(key, tail);
    try {
      await previous;
      return await work();
    } finally {
      release();
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
