/**
 * Collects IDs of rows whose outcome is the same, and stores it for many of them at once. A process that fails before
 * forgets the outcomes, so the work of at most `size` rows is repeated.
 */
export class RowBatch {
  readonly #store: (ids: readonly number[]) => Promise<unknown>;
  readonly #size: number;
  #ids: number[] = [];

  constructor(store: (ids: readonly number[]) => Promise<unknown>, size: number) {
    this.#store = store;
    this.#size = size;
  }

  /** Adds rows. Waits for the database when the batch is full. */
  async add(ids: readonly number[]): Promise<void> {
    this.#ids.push(...ids);
    if (this.#ids.length >= this.#size) await this.flush();
  }

  /** Stores the outcome of the rows that were added. */
  async flush(): Promise<void> {
    const ids = this.#ids;
    this.#ids = [];
    if (ids.length > 0) await this.#store(ids);
  }
}
