import type { Listener, Unsubscribe } from './batch.ts';

/** A value that changes over time, as a read-only view. Values are replaced, never changed in place. */
export type Observable<T> = {
  get(): T;
  watch(listener: Listener): Unsubscribe;
};

/** A map whose entries change individually, as a read-only view. Values that are expensive to copy are changed in place. */
export type ObservableEntries<K, V> = {
  readonly size: number;
  get(key: K): V | undefined;
  has(key: K): boolean;
  keys(): IterableIterator<K>;
  values(): IterableIterator<V>;
  entries(): IterableIterator<[K, V]>;
  /** Calls the listener after the entry was added, changed or removed. */
  watch(key: K, listener: Listener): Unsubscribe;
  /** Calls the listener after changes of any entries, with the keys of the changed entries. */
  watchAll(listener: (changed: ReadonlySet<K>) => void): Unsubscribe;
};
