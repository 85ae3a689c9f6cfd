import type { CommitPosition } from '@parley/event-log';

/** Where publishing stands. */
export type Published = {
  sequence: number;
  position: CommitPosition;
  /** Everything before it has been published, transactions whole. */
  endLsn: number;
};

export type ProgressOptions = {
  start: Published;
  maxLead: number;
  /** Writes the checkpoint row. */
  save: (sequence: number, position: CommitPosition) => Promise<void>;
  /** Tells the slot. */
  confirm: (lsn: number) => void;
  onFailure: (error: Error) => void;
};

/** Under load the checkpoint is written this often at most. */
const SAVE_EVERY_MS = 100;

/**
 * Carries what was published into the checkpoint row and then to the slot. Invariants:
 * - The slot is told a position only after JetStream acknowledged everything before it and the row says so.
 * - At most `maxLead` entries are in the stream beyond the row: so a successor can tell a crash from a stream or
 *   database that was rolled back.
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

  /** Everything published is in the checkpoint row. */
  get isSaved(): boolean {
    return this.#saved.sequence === this.#published.sequence && !this.#saving;
  }

  /** An entry was acknowledged. */
  entryStored(sequence: number, position: CommitPosition): void {
    this.#published = { ...this.#published, sequence, position };
    void this.#save();
  }

  /** Everything before `lsn` has been published, or there was nothing to publish. */
  reached(lsn: number): void {
    if (lsn <= this.#published.endLsn) return;
    this.#published = { ...this.#published, endLsn: lsn };
    if (this.isSaved) this.#options.confirm(lsn);
  }

  /** Waits until another entry may be published. */
  async room(): Promise<void> {
    while (this.#isFull && !this.#isStopped) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      this.#hurry?.();
      void this.#save();
      await promise;
    }
  }

  /** Writes what is still unwritten; for a clean stop. */
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

  /** Waits, but no longer once the lead is used up. */
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
