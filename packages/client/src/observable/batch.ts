export type Listener = () => void;
export type Unsubscribe = () => void;

/**
 * Collects notifications while a change is applied, and delivers each of them once afterwards. So listeners never see a partial
 * change, and a hundred events that arrive together cause one notification per changed value.
 */
export class Batch {
  /**
   * Wraps the delivery of notifications. With the batch function of a UI library, one delivery causes only one update of the
   * page.
   */
  group: (deliver: () => void) => void = (deliver) => deliver();
  #depth = 0;
  readonly #pending = new Set<Listener>();
  /** Called with errors that listeners throw. The other listeners are still called. */
  readonly #onError: (error: unknown) => void;

  constructor(
    onError: (error: unknown) => void = (error) =>
      queueMicrotask(() => {
        throw error;
      }),
  ) {
    this.#onError = onError;
  }

  /** Runs `change` and then delivers its notifications. A nested call leaves the delivery to the outermost one. */
  run<T>(change: () => T): T {
    this.#depth++;
    try {
      return change();
    } finally {
      if (--this.#depth === 0) this.#deliver();
    }
  }

  /** Calls `notify` once at the end of the current change, however often it is scheduled. */
  schedule(notify: Listener): void {
    this.#pending.add(notify);
    if (this.#depth === 0) this.#deliver();
  }

  #deliver(): void {
    if (this.#pending.size === 0) return;
    try {
      this.group(() => this.#notifyAll());
    } catch (error) {
      this.#onError(error);
    }
  }

  #notifyAll(): void {
    // A listener may schedule further notifications. Iterating over the set delivers those too.
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
