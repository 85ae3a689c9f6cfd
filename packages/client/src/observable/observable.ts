import type { Listener, Unsubscribe } from './batch.ts';

/** A changing value, as its readers see it. Values are replaced, never changed in place. */
export type Observable<T> = {
  get(): T;
  /** Calls the listener after each change. */
  watch(listener: Listener): Unsubscribe;
};

/** Entries that change individually, as their readers see them. Values are replaced, never changed in place. */
export type ObservableEntries<K, V> = {
  readonly size: number;
  get(key: K): V | undefined;
  has(key: K): boolean;
  keys(): IterableIterator<K>;
  values(): IterableIterator<V>;
  entries(): IterableIterator<[K, V]>;
  /** Calls the listener after each change of one entry: added, replaced or removed. */
  watch(key: K, listener: Listener): Unsubscribe;
  /** Calls the listener after changes of any entries, with the changed keys. */
  watchAll(listener: (changed: ReadonlySet<K>) => void): Unsubscribe;
};
