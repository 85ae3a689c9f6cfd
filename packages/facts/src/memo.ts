/** Caches lookups by key, including lookups that are still running. A failed lookup is not cached. */
export class Memo<Key, Value> {
  /** Created when the first lookup is cached, because a request uses only some of its memos. */
  #known: Map<Key, Promise<Value>> | undefined;

  get(key: Key, lookUp: () => Promise<Value>): Promise<Value> {
    const known = this.#known?.get(key);
    if (known) return known;
    const found = lookUp();
    this.#remember(key, found);
    return found;
  }

  /** Copies all cached lookups of another memo into this one. They replace lookups of the same keys. */
  takeOver(other: Memo<Key, Value>): void {
    if (!other.#known) return;
    this.#known ??= new Map();
    for (const [key, value] of other.#known) this.#known.set(key, value);
  }

  /** Returns the values by key. Keys without a value are absent. All keys that are not cached are looked up in one call. */
  async many(
    keys: Iterable<Key>,
    lookUp: (missing: readonly Key[]) => Promise<ReadonlyMap<Key, NonNullable<Value>>>,
  ): Promise<Map<Key, NonNullable<Value>>> {
    const asked = Array.isArray(keys) && keys.length === 1 ? (keys as readonly Key[]) : [...new Set(keys)];
    const missing = asked.filter((key) => !this.#known?.has(key));
    if (missing.length > 0) {
      const answer = lookUp(missing);
      for (const key of missing) {
        this.#remember(
          key,
          answer.then((values) => values.get(key) as Value),
        );
      }
    }
    const values = await Promise.all(asked.map((key) => this.#known?.get(key)));
    const found = new Map<Key, NonNullable<Value>>();
    asked.forEach((key, index) => {
      const value = values[index];
      if (value !== undefined && value !== null) found.set(key, value);
    });
    return found;
  }

  #remember(key: Key, found: Promise<Value>): void {
    this.#known ??= new Map();
    const known = this.#known.set(key, found);
    found.catch(() => {
      if (known.get(key) === found) known.delete(key);
    });
  }
}
