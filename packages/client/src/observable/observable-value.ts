import type { Batch, Listener, Unsubscribe } from './batch.ts';
import type { Observable } from './observable.ts';

/** A value that notifies its listeners when it is replaced. */
export class ObservableValue<T> implements Observable<T> {
  #value: T;
  readonly #batch: Batch;
  readonly #listeners = new Set<Listener>();

  constructor(batch: Batch, value: T) {
    this.#batch = batch;
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    if (this.#listeners.size > 0) this.#batch.schedule(this.#notify);
  }

  watch(listener: Listener): Unsubscribe {
    // A new function per call allows the same listener to be registered twice.
    const own = () => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  readonly #notify = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
