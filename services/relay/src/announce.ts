import type { NatsConnection } from '@nats-io/transport-node';
import { logNames } from '@parley/event-log';
import { Freshness } from '@parley/proto/events/v1/log';
import type { LogProgress } from './log-progress.ts';
import type { CommitSnapshot } from './visibility.ts';

export type AnnouncerOptions = LogProgress & {
  nats: NatsConnection;
  prefix: string;
  epoch: string;
  timeline: number;
  session: string;
  writesAllowed: () => boolean;
  onFailure: (error: Error) => void;
  onAnnounced: () => void;
};

/** Interval between announcements of freshness, milliseconds. */
const ANNOUNCE_EVERY_MS = 250;

/**
 * Announces the position of the log together with the time of the database. The relay reads the clock first, then the
 * snapshot, then the end of the write-ahead log. It announces this snapshot when everything before that end has arrived
 * from the slot and everything visible in the snapshot is published. So an announcement is never too early.
 */
export class Announcer {
  readonly #options: AnnouncerOptions;
  #pending: CommitSnapshot | undefined;
  #announced: CommitSnapshot | undefined;
  #hasFlushed = false;
  #reading = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#tick(), ANNOUNCE_EVERY_MS);
    void this.#tick();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Checks the pending snapshot. It must be called after a receipt or a publish. */
  check(): void {
    const snapshot = this.#pending;
    if (!snapshot) return;
    const { receivedLsn, isOutstanding } = this.#options;
    if (receivedLsn() < snapshot.walLsn || isOutstanding(snapshot)) return;
    this.#pending = undefined;
    this.#announced = snapshot;
    this.#send(snapshot);
    this.#options.onAnnounced();
  }

  async #tick(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      if (this.#pending) {
        await this.#push(this.#pending);
      } else {
        this.#pending = await this.#options.readSnapshot();
        this.#hasFlushed = false;
        this.check();
        if (this.#pending) this.#options.ask();
      }
    } catch (error) {
      this.#options.onFailure(error as Error);
    } finally {
      this.#reading = false;
    }
    // Services must learn whether writes are allowed even while the log does not advance. Repeating the former time
    // does no harm.
    if (this.#pending && this.#announced) this.#send(this.#announced);
  }

  /**
   * Called when the slot has not reached the end of the write-ahead log of the last snapshot. The slot sends only
   * flushed parts, and the end may not be flushed.
   */
  async #push(snapshot: CommitSnapshot): Promise<void> {
    const { receivedLsn, flush, ask } = this.#options;
    if (receivedLsn() < snapshot.walLsn && !this.#hasFlushed) {
      this.#hasFlushed = true;
      await flush();
    }
    ask();
  }

  #send(snapshot: CommitSnapshot): void {
    const { nats, prefix, epoch, timeline, session, sequence, writesAllowed } = this.#options;
    if (nats.isClosed()) return;
    const announcement: Freshness = {
      epoch,
      sequence: sequence(),
      lsn: snapshot.walLsn,
      databaseTimeMs: snapshot.databaseTimeMs,
      session,
      writesAllowed: writesAllowed(),
      timeline,
    };
    nats.publish(logNames(prefix).freshness, Freshness.encode(announcement).finish());
  }
}
