import { asError } from '@parley/core';
import type { CommitPosition } from '@parley/event-log';

/** How far the log is published. */
export type Published = {
  sequence: number;
  position: CommitPosition;
  /** WAL position before which everything is published. It is always the end of a transaction. */
  endLsn: number;
};

export type ProgressOptions = {
  start: Published;
  maxLead: number;
  /** Writes the checkpoint row. Resolves with a WAL position after the commit of the row. */
  save: (sequence: number, position: CommitPosition) => Promise<number>;
  /** Confirms a position to the slot. The server then need not send anything before it again. */
  confirm: (lsn: number) => void;
  onFailure: (error: Error) => void;
};

/** A saved checkpoint row: the position up to which it contains published events, and a WAL position after its commit. */
type SavedRow = { endLsn: number; rowLsn: number };

/** Minimum time between two writes of the checkpoint under load, in milliseconds. */
const SAVE_EVERY_MS = 100;

/**
 * Stores the published position in the checkpoint row, and then confirms it to the slot. Invariants:
 * - A position is confirmed only after JetStream has acknowledged everything before it, and after the checkpoint row contains
 *   it.
 * - A position is confirmed only after the slot has sent the commit of that row. With `synchronized_standby_slots`, the server
 *   sends only what standbys have received. So the slot's copy on a standby is never ahead of the row's copy there.
 * - The stream has at most `maxLead` entries that the row does not contain. With more of them, the next relay knows that the
 *   stream or the database was rolled back, because a crash cannot be the cause.
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
  /** The saved row whose commit the slot must send next. Rows that are saved in the meantime replace `#laterRow`. */
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

  /** Whether the checkpoint row contains the position of the last published entry, and no write of the row is in progress. */
  get isSaved(): boolean {
    return this.#saved.sequence === this.#published.sequence && !this.#saving;
  }

  /** Records that JetStream acknowledged an entry. */
  entryStored(sequence: number, position: CommitPosition): void {
    this.#published = { ...this.#published, sequence, position };
    void this.#save();
  }

  /** Records that all events before a WAL position are published. */
  reached(lsn: number): void {
    if (lsn <= this.#published.endLsn) return;
    this.#published = { ...this.#published, endLsn: lsn };
    this.#confirmSaved();
  }

  /** Records that everything before a WAL position has arrived from the slot. */
  received(lsn: number): void {
    this.#receivedLsn = lsn;
    this.#confirmSaved();
  }

  /** Waits until fewer than `maxLead` entries are missing in the checkpoint row, so that another one may be published. */
  async untilLeadAllows(): Promise<void> {
    while (this.#isFull && !this.#isStopped) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      this.#hurry?.();
      void this.#save();
      await promise;
    }
  }

  /** Writes the checkpoint one last time when it is outdated. Called for an orderly stop. */
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
      this.#options.onFailure(asError(error));
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

  /** Waits for `ms` milliseconds. Ends early when the maximum lead is reached or the relay stops. */
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
