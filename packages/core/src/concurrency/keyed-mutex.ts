/** Serializes work with one key within this process, in the order of the calls. */
export class KeyedMutex<K> {
  readonly #tails = new Map<K, Promise<void>>();

  /** Runs `work` after all earlier work with the same key has ended. When `work` fails, later work still runs. */
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
