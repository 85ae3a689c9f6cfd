import type { Accessor } from 'solid-js';
import { useParley } from './parley.tsx';
import { useWatched } from './reactive.ts';

/** Returns a signal of one of the signed-in person's settings. */
export function useSetting<T>(name: string): Accessor<T | undefined> {
  const { settings } = useParley().store;
  return useWatched(
    (listener) => settings.watch(name, listener),
    () => settings.get<T>(name),
  );
}
