const portionSize = 200;
/** Maximum number of portions for one list of IDs, so that a very long list does not keep the server busy. */
const maxPortions = 10;

/** Loads things by ID in portions, one after the other. */
export class PortionLoader {
  readonly #isKnown: (id: number) => boolean;
  readonly #load: (portion: readonly number[]) => Promise<void>;
  /** IDs that were loaded or are being loaded. They are not loaded again, even if the answer lacked some of them. */
  readonly #requested = new Set<number>();
  #wanted: readonly number[] = [];
  #portionsLeft = 0;
  #isLoading = false;

  constructor(options: {
    isKnown: (id: number) => boolean;
    load: (portion: readonly number[]) => Promise<void>;
  }) {
    this.#isKnown = options.isKnown;
    this.#load = options.load;
  }

  /**
   * Loads the IDs that are missing. Replaces the IDs that still wait from an earlier call. When a portion fails, its IDs and those
   * that wait are loaded only after the next call.
   */
  async load(wanted: readonly number[]): Promise<void> {
    this.#wanted = wanted;
    this.#portionsLeft = maxPortions;
    if (this.#isLoading) return;
    this.#isLoading = true;
    for (let portion = this.#nextPortion(); portion.length > 0; portion = this.#nextPortion()) {
      await this.#loadPortion(portion);
    }
    this.#isLoading = false;
  }

  /** Loads nothing more. */
  stop(): void {
    this.#wanted = [];
  }

  #nextPortion(): number[] {
    if (this.#portionsLeft-- <= 0) return [];
    return this.#wanted.filter((id) => !this.#requested.has(id) && !this.#isKnown(id)).slice(0, portionSize);
  }

  async #loadPortion(portion: readonly number[]): Promise<void> {
    const wanted = this.#wanted;
    for (const id of portion) this.#requested.add(id);
    try {
      await this.#load(portion);
    } catch {
      for (const id of portion) this.#requested.delete(id);
      // A newer list that came during the request still gets its own attempt.
      if (this.#wanted === wanted) this.#wanted = [];
    }
  }
}
