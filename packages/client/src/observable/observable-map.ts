import type { Batch, Listener, Unsubscribe } from './batch.ts';
import type { ObservableEntries } from './observable.ts';

/** A map that notifies its listeners of changed entries. */
export class ObservableMap<K, V> implements ObservableEntries<K, V> {
  readonly #map = new Map<K, V>();
  readonly #batch: Batch;
  readonly #byKey = new Map<K, Set<Listener>>();
  readonly #ofAll = new Set<(changed: ReadonlySet<K>) => void>();
  #changed = new Set<K>();

  constructor(batch: Batch) {
    this.#batch = batch;
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  has(key: K): boolean {
    return this.#map.has(key);
  }

  keys(): IterableIterator<K> {
    return this.#map.keys();
  }

  values(): IterableIterator<V> {
    return this.#map.values();
  }

  entries(): IterableIterator<[K, V]> {
    return this.#map.entries();
  }

  set(key: K, value: V): void {
    if (this.#map.has(key) && Object.is(this.#map.get(key), value)) return;
    this.#map.set(key, value);
    this.touch(key);
  }

  /** Merges fields into an entry. Does nothing if the entry does not exist. */
  patch(key: K, fields: Partial<V>): void {
    const value = this.#map.get(key);
    if (value !== undefined) this.set(key, { ...value, ...fields });
  }

  delete(key: K): boolean {
    const existed = this.#map.delete(key);
    if (existed) this.touch(key);
    return existed;
  }

  /** Replaces all entries. Unchanged entries cause no notification. */
  replaceAll(entries: Iterable<readonly [K, V]>): void {
    const next = new Map(entries);
    for (const key of this.#map.keys()) if (!next.has(key)) this.delete(key);
    for (const [key, value] of next) this.set(key, value);
  }

  /**
   * Notifies the listeners of an entry whose value was changed in place. Values that are expensive to copy are changed in
   * place.
   */
  touch(key: K): void {
    if (this.#byKey.size === 0 && this.#ofAll.size === 0) return;
    this.#changed.add(key);
    this.#batch.schedule(this.#notify);
  }

  watch(key: K, listener: Listener): Unsubscribe {
    const own = () => listener();
    const listeners = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, listeners.add(own));
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#byKey.get(key) === listeners) this.#byKey.delete(key);
    };
  }

  watchAll(listener: (changed: ReadonlySet<K>) => void): Unsubscribe {
    const own = (changed: ReadonlySet<K>) => listener(changed);
    this.#ofAll.add(own);
    return () => this.#ofAll.delete(own);
  }

  readonly #notify = (): void => {
    const changed = this.#changed;
    this.#changed = new Set();
    for (const key of changed) {
      for (const listener of this.#byKey.get(key) ?? []) listener();
    }
    for (const listener of this.#ofAll) listener(changed);
  };
}
