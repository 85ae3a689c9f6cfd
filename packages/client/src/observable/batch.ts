export type Listener = () => void;
export type Unsubscribe = () => void;

/**
 * Collects notifications while a change is applied, and delivers each once after it: listeners never see half a change,
 * and a hundred events that arrived together cause one notification of what they changed.
 */
export class Batch {
  #depth = 0;
  readonly #pending = new Set<Listener>();
  /** Receives what a listener throws; the other listeners are called all the same. */
  readonly #onError: (error: unknown) => void;

  constructor(
    onError: (error: unknown) => void = (error) =>
      queueMicrotask(() => {
        throw error;
      }),
  ) {
    this.#onError = onError;
  }

  /** Runs `change`, then delivers its notifications unless it is part of a larger change. */
  run<T>(change: () => T): T {
    this.#depth++;
    try {
      return change();
    } finally {
      if (--this.#depth === 0) this.#deliver();
    }
  }

  /** Calls `notify` at the end of the present change, once however often it is asked for. */
  schedule(notify: Listener): void {
    this.#pending.add(notify);
    if (this.#depth === 0) this.#deliver();
  }

  #deliver(): void {
    // What listeners change in turn joins the end of this set and is delivered in this loop.
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
