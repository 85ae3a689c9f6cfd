/** Adapters that turn observable values of `@parley/client` into Solid signals. Call these functions inside components. */
import type { Observable, ObservableEntries } from '@parley/client';
import { type Accessor, createMemo, createSignal, onCleanup } from 'solid-js';

export function useValue<T>(source: Observable<T>): Accessor<T> {
  const [value, setValue] = createSignal<T>(source.get(), { equals: false });
  onCleanup(source.watch(() => setValue(() => source.get())));
  return value;
}

export function useEntry<K, V>(
  map: ObservableEntries<K, V>,
  key: () => K | undefined,
): Accessor<V | undefined> {
  const watched = createMemo(() => {
    const present = key();
    if (present === undefined) return () => undefined;
    const [value, setValue] = createSignal<V | undefined>(map.get(present), { equals: false });
    onCleanup(map.watch(present, () => setValue(() => map.get(present))));
    return value;
  });
  return () => watched()();
}

/** Returns a signal of a value computed from all entries of the maps. Entries that change together cause one computation. */
export function useDerived<T>(
  maps: readonly { watchAll(listener: () => void): () => void }[],
  compute: () => T,
): Accessor<T> {
  const [version, setVersion] = createSignal(0);
  for (const map of maps) onCleanup(map.watchAll(() => setVersion((each) => each + 1)));
  return createMemo(() => {
    version();
    return compute();
  });
}

/** Returns a signal that counts changes of a map. Changes within `delayMs` milliseconds count as one. */
export function useThrottled(
  map: { watchAll(listener: () => void): () => void },
  delayMs: number,
): Accessor<number> {
  const [version, setVersion] = createSignal(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = map.watchAll(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      setVersion((each) => each + 1);
    }, delayMs);
  });
  onCleanup(() => {
    clearTimeout(timer);
    stop();
  });
  return version;
}

/** Returns a signal of the value that `read` returns. `watch` subscribes to its changes. */
export function useWatched<T>(watch: (listener: () => void) => () => void, read: () => T): Accessor<T> {
  const [value, setValue] = createSignal<T>(read(), { equals: false });
  onCleanup(watch(() => setValue(() => read())));
  return value;
}
