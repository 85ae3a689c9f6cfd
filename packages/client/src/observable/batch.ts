export type Listener = () => void;
export type Unsubscribe = () => void;

/**
 * Collects notifications while a change is applied, and delivers each once after it. So listeners never see a partial
 * change, and a hundred events that arrive together cause one notification per changed value.
 */
export class Batch {
  #depth = 0;
  readonly #pending = new Set<Listener>();
  /** Receives errors that listeners throw. The other listeners are still called. */
  readonly #onError: (error: unknown) => void;

  constructor(
    onError: (error: unknown) => void = (error) =>
      queueMicrotask(() => {
        throw error;
      }),
  ) {
    this.#onError = onError;
  }

  /** Runs `change`, then delivers its notifications, unless it is part of a larger change. */
  run<T>(change: () => T): T {
    this.#depth++;
    try {
      return change();
    } finally {
      if (--this.#depth === 0) this.#deliver();
    }
  }

  /** Calls `notify` once at the end of the present change, however often it is requested. */
  schedule(notify: Listener): void {
    this.#pending.add(notify);
    if (this.#depth === 0) this.#deliver();
  }

  #deliver(): void {
    // Changes that listeners make add to this set; the loop delivers them too.
    for (const notify of this.#pending) {
      this.#pending.delete(notify);
      try {
        notify();
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
