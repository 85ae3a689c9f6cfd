/** Runs the last started action after no other was started for some time. One timer, because setting one for each key is slow. */
export class Debouncer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #act: (() => void) | undefined;
  #dueAt = 0;

  /** Runs the action after the delay, unless another action is started before. */
  start(delayMs: number, act: () => void): void {
    this.#act = act;
    this.#dueAt = Date.now() + delayMs;
    this.#timer ??= setTimeout(this.#check, delayMs);
  }

  /** Cancels the pending action. */
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
