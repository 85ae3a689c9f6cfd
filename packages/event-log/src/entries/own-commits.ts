/**
 * A transaction that emits events, as its frames in the write-ahead log name it: its ID, and the start of the emitting statement by
 * the database's clock, in microseconds since the Unix epoch. Both together are unique, also after a failover that assigns IDs again.
 */
export type EmittingTransaction = { transactionId: number; committedAtUs: number };

/** Number of transactions that are remembered. The relay asks for each within milliseconds. */
const remembered = 1_024;

/**
 * The transactions that services of this process have committed. PostgreSQL acknowledges a commit after other sessions can see it. So
 * a relay in the same process publishes the events of these transactions without asking the database what is visible
 * (docs/decisions/one-program.md).
 */
export class OwnCommits {
  /** The start of the emitting statement by transaction ID, oldest first. */
  readonly #visible = new Map<number, number>();
  #running = 0;
  #changed = Promise.withResolvers<void>();

  /** Runs a statement that commits by itself. Its caller passes the committed transaction to `add`, before it returns. */
  async during<T>(write: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await write();
    } finally {
      this.#running--;
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    }
  }

  /** Adds a transaction that is committed, and whose commit PostgreSQL has acknowledged to this process. */
  add({ transactionId, committedAtUs }: EmittingTransaction): void {
    this.#visible.set(transactionId, committedAtUs);
    if (this.#visible.size <= remembered) return;
    const [oldest] = this.#visible.keys();
    if (oldest !== undefined) this.#visible.delete(oldest);
  }

  /** Returns whether a transaction is known to be visible. */
  has({ transactionId, committedAtUs }: EmittingTransaction): boolean {
    return this.#visible.get(transactionId) === committedAtUs;
  }

  /**
   * Returns whether a transaction is known to be visible. If not, waits for statements that run, because the write-ahead log may arrive
   * before the acknowledgement: for `withinMs` milliseconds at most.
   */
  async find(transaction: EmittingTransaction, withinMs: number): Promise<boolean> {
    if (this.has(transaction)) return true;
    if (this.#running === 0) return false;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    }, withinMs);
    while (!this.has(transaction) && this.#running > 0 && !isLate) await this.#changed.promise;
    clearTimeout(timer);
    return this.has(transaction);
  }
}
