/**
 * Debounces actions: runs the last one when no other was started for some time. One timer serves all of them: setting a
 * timer for each typed key would cost more than the rest of the work for the key.
 */
export class Debouncer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #act: (() => void) | undefined;
  #dueAt = 0;

  /** Runs the action after the delay, unless another one is started before. */
  start(delayMs: number, act: () => void): void {
    this.#act = act;
    this.#dueAt = Date.now() + delayMs;
    this.#timer ??= setTimeout(this.#check, delayMs);
  }

  /** Drops the action that waits. */
  stop(): void {
    this.#act = undefined;
  }

  readonly #check = (): void => {
    this.#timer = undefined;
    const act = this.#act;
    if (!act) return;
    const leftMs = this.#dueAt - Date.now();
    if (leftMs > 0) {
      this.#timer = setTimeout(this.#check, leftMs);
      return;
    }
    this.#act = undefined;
    act();
  };
}
