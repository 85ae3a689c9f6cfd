import type { NatsConnection } from '@nats-io/transport-node';
import { asError, later } from '@parley/core';
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
 * Announces up to which position the log is complete, together with the time of the database. The relay first reads the clock
 * of the database, then a snapshot (the visible transactions), then the end of the write-ahead log (WAL). It announces the
 * snapshot when two conditions hold: everything before that end has arrived from the replication slot, and every event that is
 * visible in the snapshot is published. So an announcement never claims too much.
 *
 * Announcements are frequent while the log is used: for some seconds after an entry was published or after a process asked for
 * announcements. At other times they are rare, because each one wakes up every process
 * (docs/decisions/reading-the-log.md#announcements-on-demand).
 */
export class Announcer {
  readonly #options: AnnouncerOptions;
  #pending: CommitSnapshot | undefined;
  #announced: CommitSnapshot | undefined;
  #hasFlushed = false;
  #reading = false;
  #cancel: () => void = () => undefined;
  #usedAtMs = Number.NEGATIVE_INFINITY;
  /** Time at which the timer will fire. */
  #nextAtMs = 0;
  #isStopped = false;
  readonly #questions: { unsubscribe(): void };

  constructor(options: AnnouncerOptions) {
    this.#options = options;
    this.#questions = options.nats.subscribe(logNames(options.prefix).freshnessAsked, {
      callback: (error) => {
        if (error) return;
        // The process that asks has just begun to use the log, and waits for this announcement.
        if (!this.isInUse) this.#runAt(performance.now());
        this.used();
      },
    });
  }

  start(): void {
    // After a takeover, processes that use the log have not asked this relay yet. So the announcer assumes that the log is used.
    this.#usedAtMs = performance.now();
    this.#runAt(performance.now());
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
    this.#questions.unsubscribe();
  }

  /** Records that the log is used, which makes announcements frequent for some seconds. */
  used(): void {
    this.#usedAtMs = performance.now();
    this.#runSoon();
  }

  #runSoon(): void {
    const atMs = performance.now() + ANNOUNCE_EVERY_MS;
    if (this.#nextAtMs > atMs) this.#runAt(atMs);
  }

  /** Whether an entry was published, or a process asked for announcements, within the last seconds. */
  get isInUse(): boolean {
    return performance.now() - this.#usedAtMs <= ANNOUNCE_AFTER_USE_MS;
  }

  #runAt(atMs: number): void {
    this.#cancel();
    if (this.#isStopped) return;
    this.#nextAtMs = atMs;
    this.#cancel = later(Math.max(0, atMs - performance.now()), () => {
      this.#runAt(performance.now() + (this.isInUse ? ANNOUNCE_EVERY_MS : REST_ANNOUNCE_MS));
      void this.#tick();
    });
  }

  /** Must be called after anything was received from the slot or published. */
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
      this.#options.onFailure(asError(error));
    } finally {
      this.#reading = false;
    }
    // The pending snapshot cannot be announced yet, but whether writes are allowed must still be announced. So the previous
    // announcement is sent again with the current `writesAllowed`. Its database time and position are still true.
    if (this.#pending && this.#announced) this.#send(this.#announced);
    // The next tick makes the slot catch up with the pending snapshot.
    if (this.#pending) this.#runSoon();
  }

  /** The slot sends only flushed WAL, so an end that is not flushed must be flushed first. */
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
