import type { Registration } from '../objects.ts';
import type { Batch, Listener, Unsubscribe } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import type { Handlers } from './handlers.ts';

/** The user's own settings, by name. */
export class Settings {
  readonly #map: ObservableMap<string, unknown>;

  constructor(batch: Batch) {
    this.#map = new ObservableMap(batch);
  }

  get<T = unknown>(name: string): T | undefined {
    return this.#map.get(name) as T | undefined;
  }

  watch(name: string, listener: Listener): Unsubscribe {
    return this.#map.watch(name, listener);
  }

  watchAll(listener: (changed: ReadonlySet<string>) => void): Unsubscribe {
    return this.#map.watchAll(listener);
  }

  entries(): IterableIterator<[string, unknown]> {
    return this.#map.entries();
  }

  load(initial: Registration): void {
    this.#map.replaceAll(Object.entries(initial.user_settings ?? {}));
  }

  readonly handlers = {
    user_settings: ({ property, value }) => this.#map.set(property, value),
  } satisfies Handlers;
}
