/** Maximum delay of a timer of Node in milliseconds. */
export const maxTimerMs = 2 ** 31 - 1;

export type Expiring = {
  /** In milliseconds since the Unix epoch. */
  readonly deadline: number;
  /** Called once, at the deadline. */
  readonly expire: () => void;
};

/** Watches the deadlines of many calls with one timer, because most calls end long before theirs. */
export class Deadlines {
  readonly #watched = new Set<Expiring>();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  add(expiring: Expiring): void {
    this.#watched.add(expiring);
    this.#watch(expiring.deadline);
  }

  delete(expiring: Expiring): void {
    this.#watched.delete(expiring);
    if (this.#watched.size === 0) this.#stop();
  }

  /** Sets the timer to a deadline if it is the earliest one. */
  #watch(deadline: number): void {
    if (deadline >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = deadline;
    const waitMs = Math.min(Math.max(1, deadline - Date.now()), maxTimerMs);
    this.#timer = setTimeout(() => this.#expire(), waitMs);
  }

  #expire(): void {
    this.#stop();
    const now = Date.now();
    let next = Number.POSITIVE_INFINITY;
    for (const each of [...this.#watched]) {
      if (each.deadline > now) next = Math.min(next, each.deadline);
      else if (this.#watched.delete(each)) each.expire();
    }
    if (this.#watched.size > 0 && next < Number.POSITIVE_INFINITY) this.#watch(next);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
  }
}
