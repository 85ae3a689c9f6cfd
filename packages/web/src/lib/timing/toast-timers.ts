/** What a person has on a toast. While one of them is there, the person may still need the toast. */
type Holder = 'pointer' | 'focus';

type Life = { timer: ReturnType<typeof setTimeout> | undefined; readonly holders: Set<Holder> };

/** Removes toasts after their display time. The time does not run while the pointer or the focus is on the toast. */
export class ToastTimers {
  readonly #lifeMs: number;
  readonly #remove: (id: number) => void;
  readonly #lives = new Map<number, Life>();

  constructor(lifeMs: number, remove: (id: number) => void) {
    this.#lifeMs = lifeMs;
    this.#remove = remove;
  }

  start(id: number): void {
    this.#lives.set(id, { timer: this.#timerOf(id), holders: new Set() });
  }

  /** Keeps a toast until `release` for the same holder. */
  hold(id: number, holder: Holder): void {
    const life = this.#lives.get(id);
    if (!life) return;
    life.holders.add(holder);
    clearTimeout(life.timer);
  }

  /** Starts the display time again, if nothing else holds the toast. */
  release(id: number, holder: Holder): void {
    const life = this.#lives.get(id);
    // Browsers report that the focus leaves even when the element is removed.
    if (!life?.holders.delete(holder) || life.holders.size > 0) return;
    life.timer = this.#timerOf(id);
  }

  /** Forgets a toast that was removed. */
  end(id: number): void {
    clearTimeout(this.#lives.get(id)?.timer);
    this.#lives.delete(id);
  }

  #timerOf(id: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#remove(id), this.#lifeMs);
  }
}
