/**
 * Collects the IDs of rows that have the same outcome, and stores the outcome of many rows in one statement. When the process
 * crashes, the outcomes of up to `size` rows are lost, and their work is repeated.
 */
export class RowBatch {
  readonly #store: (ids: readonly number[]) => Promise<unknown>;
  readonly #size: number;
  #ids: number[] = [];

  constructor(store: (ids: readonly number[]) => Promise<unknown>, size: number) {
    this.#store = store;
    this.#size = size;
  }

  /** Adds rows. When the batch is full, waits until its outcome is stored. */
  async add(ids: readonly number[]): Promise<void> {
    this.#ids.push(...ids);
    if (this.#ids.length >= this.#size) await this.flush();
  }

  /** Stores the outcome of the collected rows. */
  async flush(): Promise<void> {
    const ids = this.#ids;
    this.#ids = [];
    if (ids.length > 0) await this.#store(ids);
  }
}
