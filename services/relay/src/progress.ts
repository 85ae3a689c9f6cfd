import type { CommitPosition } from '@parley/event-log';

/** The published position. */
export type Published = {
  sequence: number;
  position: CommitPosition;
  /** Everything before it is published, in whole transactions. */
  endLsn: number;
};

export type ProgressOptions = {
  start: Published;
  maxLead: number;
  /** Writes the checkpoint row. */
  save: (sequence: number, position: CommitPosition) => Promise<void>;
  /** Confirms a position to the slot. */
  confirm: (lsn: number) => void;
  onFailure: (error: Error) => void;
};

/** Minimum time between two writes of the checkpoint under load, milliseconds. */
const SAVE_EVERY_MS = 100;

/**
 * Records published positions in the checkpoint row, and then confirms them to the slot. Invariants:
 * - A position is confirmed to the slot only after JetStream has acknowledged everything before it and the row contains
 *   it.
 * - At most `maxLead` entries of the stream are after the row, so a successor can distinguish a crash from a stream or
 *   a database that was rolled back.
 */
export class Progress {
  readonly #options: ProgressOptions;
  #published: Published;
  #saved: { sequence: number };
  #saving = false;
  #lastSaveMs = Number.NEGATIVE_INFINITY;
  #waiting: (() => void)[] = [];
  #hurry: (() => void) | undefined;
  #isStopped = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#published = options.start;
    this.#saved = { sequence: options.start.sequence };
  }

  get published(): Published {
    return this.#published;
  }

  get #isFull(): boolean {
    return this.#published.sequence - this.#saved.sequence >= this.#options.maxLead;
  }

  /** Whether the checkpoint row contains everything that is published. */
  get isSaved(): boolean {
    return this.#saved.sequence === this.#published.sequence && !this.#saving;
  }

  /** Records an acknowledged entry. */
  entryStored(sequence: number, position: CommitPosition): void {
    this.#published = { ...this.#published, sequence, position };
    void this.#save();
  }

  /** Records that all events before `lsn` are published. */
  reached(lsn: number): void {
    if (lsn <= this.#published.endLsn) return;
    this.#published = { ...this.#published, endLsn: lsn };
    if (this.isSaved) this.#options.confirm(lsn);
  }

  /** Waits until another entry may be published. */
  async untilLeadAllows(): Promise<void> {
    while (this.#isFull && !this.#isStopped) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      this.#hurry?.();
      void this.#save();
      await promise;
    }
  }

  /** Saves all progress that is not saved yet, for an orderly stop. */
  async finish(): Promise<void> {
    const { sequence, position, endLsn } = this.#published;
    this.#isStopped = true;
    this.#hurry?.();
    if (this.#saved.sequence !== sequence) await this.#options.save(sequence, position);
    this.#saved = { sequence };
    this.#options.confirm(endLsn);
  }

  stop(): void {
    this.#isStopped = true;
    this.#hurry?.();
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async #save(): Promise<void> {
    if (this.#saving || this.#isStopped) return;
    this.#saving = true;
    try {
      while (this.#saved.sequence !== this.#published.sequence) {
        const wait = this.#lastSaveMs + SAVE_EVERY_MS - performance.now();
        if (wait > 0 && !this.#isFull) await this.#pause(wait);
        if (this.#isStopped) return;
        this.#lastSaveMs = performance.now();
        const { sequence, position, endLsn } = this.#published;
        await this.#options.save(sequence, position);
        this.#saved = { sequence };
        this.#options.confirm(endLsn);
        for (const wake of this.#waiting.splice(0)) wake();
      }
    } catch (error) {
      this.#options.onFailure(error as Error);
    } finally {
      this.#saving = false;
    }
    if (this.#saved.sequence === this.#published.sequence) this.#options.confirm(this.#published.endLsn);
  }

  /** Waits for the interval, or until the maximum lead is reached. */
  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#hurry = resolve;
    return promise.finally(() => {
      clearTimeout(timer);
      this.#hurry = undefined;
    });
  }
}
