import type { Listener, Unsubscribe } from './batch.ts';

/** A value that changes, for its readers. Values are replaced, never changed in place. */
export type Observable<T> = {
  get(): T;
  /** Calls the listener after each change. */
  watch(listener: Listener): Unsubscribe;
};

/** Entries that change individually, for their readers. Values are replaced, never changed in place. */
export type ObservableEntries<K, V> = {
  readonly size: number;
  get(key: K): V | undefined;
  has(key: K): boolean;
  keys(): IterableIterator<K>;
  values(): IterableIterator<V>;
  entries(): IterableIterator<[K, V]>;
  /** Calls the listener after each change of one entry: added, replaced or removed. */
  watch(key: K, listener: Listener): Unsubscribe;
  /** Calls the listener after changes of any entries, with their keys. */
  watchAll(listener: (changed: ReadonlySet<K>) => void): Unsubscribe;
};
