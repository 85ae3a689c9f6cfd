import type { NatsConnection } from '@nats-io/transport-node';
import { ANNOUNCE_AFTER_USE_MS, ANNOUNCE_EVERY_MS, logNames, REST_ANNOUNCE_MS } from '@parley/event-log';
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

/**
 * Announces the position of the log together with the time of the database. The relay reads the clock first, then the
 * snapshot, then the end of the write-ahead log. It announces this snapshot when everything before that end has arrived
 * from the slot and everything visible in the snapshot is published. So an announcement is never too early.
 *
 * Announcements come often while the log is used: for some seconds after an entry was published or a process asked.
 * Otherwise each of them would only wake up every process (docs/decisions/reading-the-log.md#announcements-on-demand).
 */
export class Announcer {
  readonly #options: AnnouncerOptions;
  #pending: CommitSnapshot | undefined;
  #announced: CommitSnapshot | undefined;
  #hasFlushed = false;
  #reading = false;
  #timer: NodeJS.Timeout | undefined;
  #usedAtMs = Number.NEGATIVE_INFINITY;
  /** Time at which the timer fires. */
  #nextAtMs = 0;
  #isStopped = false;
  readonly #questions: { unsubscribe(): void };

  constructor(options: AnnouncerOptions) {
    this.#options = options;
    this.#questions = options.nats.subscribe(logNames(options.prefix).freshnessAsked, {
      callback: (error) => {
        if (error) return;
        // A process that has just begun to use the log waits for this announcement.
        if (!this.isInUse) this.#runAt(performance.now());
        this.used();
      },
    });
  }

  start(): void {
    // After a takeover, processes that use the log have not asked this relay yet.
    this.#usedAtMs = performance.now();
    this.#runAt(performance.now());
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#questions.unsubscribe();
  }

  /** Records that the log is used. */
  used(): void {
    this.#usedAtMs = performance.now();
    this.#runSoon();
  }

  #runSoon(): void {
    const atMs = performance.now() + ANNOUNCE_EVERY_MS;
    if (this.#nextAtMs > atMs) this.#runAt(atMs);
  }

  /** Whether an entry was published or a process asked within the last seconds. */
  get isInUse(): boolean {
    return performance.now() - this.#usedAtMs <= ANNOUNCE_AFTER_USE_MS;
  }

  #runAt(atMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#nextAtMs = atMs;
    this.#timer = setTimeout(
      () => {
        this.#runAt(performance.now() + (this.isInUse ? ANNOUNCE_EVERY_MS : REST_ANNOUNCE_MS));
        void this.#tick();
      },
      Math.max(0, atMs - performance.now()),
    );
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
    // The next turn pushes what is pending.
    if (this.#pending) this.#runSoon();
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
