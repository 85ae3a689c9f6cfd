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
  /** Writes the checkpoint row. Resolves with a position in the write-ahead log after the row's commit. */
  save: (sequence: number, position: CommitPosition) => Promise<number>;
  /** Confirms a position to the slot. */
  confirm: (lsn: number) => void;
  onFailure: (error: Error) => void;
};

/** A saved row: what it contains, and the position in the write-ahead log after its commit. */
type SavedRow = { endLsn: number; rowLsn: number };

/** Minimum time between two writes of the checkpoint under load, milliseconds. */
const SAVE_EVERY_MS = 100;

/**
 * Records published positions in the checkpoint row, and then confirms them to the slot. Invariants:
 * - A position is confirmed to the slot only after JetStream has acknowledged everything before it and the row contains
 *   it.
 * - It is confirmed only after the slot has brought the row's own commit. Where the server sends nothing that standbys
 *   lack (`synchronized_standby_slots`), a standby's copy of the slot is therefore never ahead of its copy of the row.
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
  #receivedLsn = 0;
  /** The saved row whose commit the slot is to bring next. Newer rows replace `#laterRow` instead. */
  #awaitedRow: SavedRow | undefined;
  #laterRow: SavedRow | undefined;

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

  /** Whether the checkpoint row has the position of the last published entry, and is not being written. */
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
    this.#confirmSaved();
  }

  /** Records that everything before `lsn` has arrived from the slot. */
  received(lsn: number): void {
    this.#receivedLsn = lsn;
    this.#confirmSaved();
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
    if (this.#saved.sequence !== sequence) {
      const rowLsn = await this.#options.save(sequence, position);
      this.#saved = { sequence };
      this.#awaitRow({ endLsn, rowLsn });
    }
    this.#confirmSaved();
  }

  stop(): void {
    this.#isStopped = true;
    this.#hurry?.();
    for (const resolve of this.#waiting.splice(0)) resolve();
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
        const rowLsn = await this.#options.save(sequence, position);
        this.#saved = { sequence };
        this.#awaitRow({ endLsn, rowLsn });
        for (const resolve of this.#waiting.splice(0)) resolve();
      }
    } catch (error) {
      this.#options.onFailure(error as Error);
    } finally {
      this.#saving = false;
    }
    this.#confirmSaved();
  }

  #awaitRow(row: SavedRow): void {
    if (this.#awaitedRow) this.#laterRow = row;
    else this.#awaitedRow = row;
    this.#confirmSaved();
  }

  #confirmSaved(): void {
    while (this.#awaitedRow && this.#awaitedRow.rowLsn <= this.#receivedLsn) {
      this.#options.confirm(this.#awaitedRow.endLsn);
      this.#awaitedRow = this.#laterRow;
      this.#laterRow = undefined;
    }
    if (this.isSaved && !this.#awaitedRow) this.#options.confirm(this.#published.endLsn);
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
