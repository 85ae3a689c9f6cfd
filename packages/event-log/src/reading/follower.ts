import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { backoff, type Clock, type Logger, lastItem, silentLogger, sleep, systemClock } from '@parley/core';
import { Freshness as Announcement } from '@parley/proto/events/v1/log';
import { decodeEntry, type Entry, type FollowedEvent } from '../entries/entry.ts';
import { sequenceOf } from '../entries/event-id.ts';
import { LogGapError } from '../errors.ts';
import { readEpoch } from '../nats/epoch.ts';
import { connectionOf, type NatsSource } from '../nats/nats.ts';
import { watchStatus } from '../nats/nats-status.ts';
import { findStream, logNames } from '../nats/streams.ts';
import { EntryFeed, type MaybeDecoded, type ReadEntry } from './entry-feed.ts';
import type { Follower, LogPosition } from './follower-type.ts';
import { FreshnessTracker } from './freshness.ts';
import { readInOrder, type StreamMessage } from './ordered-reader.ts';
import { processReaderOf } from './scoped-connection.ts';
import { readWithFollower } from './shared-reader.ts';

export type { Follower, LogPosition } from './follower-type.ts';

/** A part of the log that the follower missed. Data that was derived from the log is invalid after it. */
export type Gap = { epoch: string; missedFrom: number; missedTo: number };

export type FollowerCounters = {
  events(count: number): void;
  /** Counts an entry, event or announcement that this release cannot decode. */
  unreadable(): void;
  rebuilt(): void;
  gap(): void;
  epochChanged(): void;
};

export type FollowOptions = {
  nats: NatsSource;
  /** Prefix of the names of all NATS streams and subjects of this deployment. */
  prefix: string;
  /**
   * Where reading starts: after everything that is stored now (`head`), at the oldest stored entry (`start`), or after an
   * event. When the event belongs to another epoch than the current one, reading starts at the first entry of the current epoch.
   */
  from: 'head' | 'start' | { epoch: string; eventId: number };
  /**
   * Handles the events of one read, in order. When it fails, it is called again with the same events, after growing delays, and
   * the follower is not caught up until it succeeds. It must be idempotent by `event.id`.
   */
  onEvents: (events: FollowedEvent[]) => void | Promise<void>;
  /** Called when reading begins, and after each batch of events is handled. */
  onPosition?: (position: LogPosition) => void;
  /** Called when reading of an epoch begins, also the first. The callee must discard all data derived from an earlier epoch. */
  onEpoch?: (epoch: string) => void | Promise<void>;
  /** Called when events were missed. The callee must discard all data derived from the log. */
  onGap?: (gap: Gap) => void | Promise<void>;
  logger?: Logger;
  counters?: FollowerCounters;
  clock?: Clock;
};

type Waiter = { sequence: number; resolve: () => void; reject: (reason: unknown) => void };

const BACKOFF = { baseMs: 50, maxMs: 2000 };
/** Milliseconds without an announced entry after which the consumer is recreated. */
const BEHIND_MS = 1500;

/** Starts a follower and returns immediately. It may not be connected yet; see `ready`. */
export function follow(options: FollowOptions): Follower {
  return new LogFollower(options);
}

class LogFollower implements Follower {
  readonly freshness: FreshnessTracker;
  readonly ready: Promise<void>;
  readonly #options: FollowOptions;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  /** Set when the first connection is made. */
  #nats!: NatsConnection;
  readonly #resolveReady: () => void;
  /** Aborts reading when an announcement shows that the log has another epoch. */
  #epochChange = new AbortController();
  /** Aborts reading when announced entries do not arrive. */
  #standstill = new AbortController();
  /** Monotonic time since which an announced entry has been missing; undefined when none is. */
  #behindSinceMs: number | undefined;
  #isMerging = false;
  #position: LogPosition = { epoch: '', sequence: 0 };
  #stamp: string | undefined;
  #head = 0;
  #open = false;
  #failing = false;
  #connected = true;
  /** The follower of the process from which this one takes entries; undefined while this one reads the stream itself. */
  #feeder: Follower | undefined;
  #jsm: JetStreamManager | undefined;
  #waiters: Waiter[] = [];
  #feeds: EntryFeed[] = [];

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    const { freshnessAsked } = logNames(options.prefix);
    this.freshness = new FreshnessTracker(options.clock ?? systemClock, () => {
      if (this.#connected && this.#nats && !this.#nats.isClosed()) this.#nats.publish(freshnessAsked);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#resolveReady = resolve;
    this.#done = this.#run();
  }

  get position(): LogPosition {
    return this.#position;
  }

  get head(): number {
    const known = this.#feeder?.position.epoch === this.#position.epoch ? this.#feeder.head : 0;
    return Math.max(this.#head, this.#position.sequence, known);
  }

  caughtUp(): boolean {
    if (!this.#open || !this.#connected || this.#failing || this.#position.sequence < this.head) return false;
    return this.#feeder?.caughtUp() ?? true;
  }

  waitFor(sequence: number, signal?: AbortSignal): Promise<void> {
    if (this.#position.sequence >= sequence) return Promise.resolve();
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const waiter: Waiter = {
        sequence,
        resolve: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        reject: (reason) => {
          signal?.removeEventListener('abort', onAbort);
          reject(reason);
        },
      };
      const onAbort = () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiters.push(waiter);
    });
  }

  feed(epoch: string): EntryFeed | undefined {
    if (!this.#open || this.#position.epoch !== epoch || this.#stopping.signal.aborted) return undefined;
    const feed = new EntryFeed(this.#position.sequence);
    this.#feeds.push(feed);
    return feed;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#epochChange.abort();
    this.#endFeeds();
    this.#rejectWaiters(new LogGapError('the follower was stopped'));
    await this.#done;
  }

  async #run(): Promise<void> {
    const nats = await connectionOf(this.#options.nats, this.#stopping.signal);
    if (!nats) return;
    this.#nats = nats;
    const names = logNames(this.#options.prefix);
    const announcements = nats.subscribe(names.freshness, {
      callback: (error, message) => {
        if (!error) this.#announced(message.data);
      },
    });
    const statuses = watchStatus(nats, (type) => {
      if (type === 'disconnect') this.#connected = false;
      if (type === 'reconnect') this.#connected = true;
    });
    for (let attempt = 0; !this.#stopping.signal.aborted; ) {
      try {
        this.#jsm ??= await jetstreamManager(nats, { checkAPI: false, timeout: 2000 });
        attempt = (await this.#followEpoch(this.#jsm)) ? 0 : attempt + 1;
      } catch (error) {
        if (this.#stopping.signal.aborted) break;
        this.#logger.debug({ err: error }, 'cannot follow the log; retrying');
        attempt++;
      }
      this.#open = false;
      // Another epoch has started, so reading continues with it immediately.
      if (this.#epochChange.signal.aborted) continue;
      await sleep(backoff(attempt, BACKOFF), this.#stopping.signal).catch(() => undefined);
    }
    statuses.stop();
    announcements.unsubscribe();
  }

  /**
   * Reads the current epoch until another one starts, entries are missed, lost or late, or the follower is stopped. Returns false
   * when reading could not start or entries were lost, so that the caller waits before the next attempt.
   */
  async #followEpoch(jsm: JetStreamManager): Promise<boolean> {
    const { prefix } = this.#options;
    this.#epochChange = new AbortController();
    this.#standstill = new AbortController();
    this.#behindSinceMs = undefined;
    this.#isMerging = false;
    const current = await readEpoch(jsm, prefix);
    if (!current) return false;
    if (current.epoch !== this.#position.epoch) await this.#enter(jsm, current.epoch, current.stream);
    const reading = {
      nats: this.#nats,
      jsm,
      stream: current.stream,
      position: () => ({
        sequence: this.#position.sequence,
        ...(this.#stamp === undefined ? {} : { stamp: this.#stamp }),
      }),
      onMessages: async (messages: readonly MaybeDecoded[]) => {
        this.#isMerging = true;
        await this.#merge(messages);
        this.#isMerging = false;
        this.#behindSinceMs = undefined;
      },
      onOpened: (last: number) => {
        this.#feeder = undefined;
        this.#opened(last);
      },
      onRebuilt: () => {
        this.#open = false;
        this.#options.counters?.rebuilt();
      },
      signal: AbortSignal.any([this.#stopping.signal, this.#epochChange.signal, this.#standstill.signal]),
      logger: this.#logger,
    };
    const reader = processReaderOf(this.#nats, prefix);
    const verdict = await (reader
      ? readWithFollower({
          ...reading,
          follower: reader,
          epoch: current.epoch,
          onFed: () => {
            this.#feeder = reader;
            this.#opened(reader.head);
          },
        })
      : readInOrder(reading));
    this.#open = false;
    this.#feeder = undefined;
    // After `stopped`, the follower continues with the next entry, or enters a new epoch, which ends the feeds. In all other
    // cases entries are missing, so the readers of feeds have to check the stream themselves.
    if (verdict.kind !== 'stopped') this.#endFeeds();
    if (verdict.kind === 'gap') await this.#missed(verdict.first, verdict.last);
    if (verdict.kind === 'rolled-back') this.#reportLoss(verdict.last);
    if (verdict.kind === 'missing') this.#reportLoss(0);
    return verdict.kind === 'gap' || verdict.kind === 'stopped';
  }

  /** Starts an epoch: determines the first position and calls `onEpoch`. */
  async #enter(jsm: JetStreamManager, epoch: string, stream: string): Promise<void> {
    const { from } = this.#options;
    const first = this.#position.epoch === '';
    let sequence = 0;
    if (first && from === 'head') sequence = (await findStream(jsm, stream))?.state.last_seq ?? 0;
    if (first && from === 'start')
      sequence = Math.max(0, ((await findStream(jsm, stream))?.state.first_seq ?? 1) - 1);
    if (first && typeof from === 'object' && from.epoch === epoch) sequence = sequenceOf(from.eventId);
    await this.#options.onEpoch?.(epoch);
    if (!first) {
      this.#options.counters?.epochChanged();
      this.#logger.warn({ epoch }, 'the log has a new epoch');
    }
    this.freshness.reset(epoch);
    this.#moveTo({ epoch, sequence });
    // Calls of `waitFor` from before the first epoch was known wait for that epoch. All others wait for the former epoch, which
    // has ended.
    if (!first) this.#rejectWaiters(new LogGapError('the log has a new epoch'));
  }

  async #missed(first: number, last: number): Promise<void> {
    const { epoch, sequence } = this.#position;
    this.#options.counters?.gap();
    this.#logger.warn({ epoch, sequence, first }, 'a part of the log was missed');
    this.freshness.reset();
    await this.#options.onGap?.({ epoch, missedFrom: sequence + 1, missedTo: first - 1 });
    this.#moveTo({ epoch, sequence: this.#options.from === 'head' ? last : first - 1 });
  }

  /** Reports to the relay that the stream lost entries that this follower has handled. Only the relay can start a new epoch. */
  #reportLoss(last: number): void {
    const { epoch, sequence } = this.#position;
    this.#logger.error({ epoch, sequence, last }, 'the log was rolled back; waiting for a new epoch');
    this.freshness.reset();
    this.#nats.publish(
      logNames(this.#options.prefix).lossReports,
      JSON.stringify({ epoch, sequence, stamp: this.#stamp }),
    );
  }

  #opened(last: number): void {
    this.#head = last;
    this.#open = true;
    this.#settle();
  }

  #endFeeds(): void {
    for (const feed of this.#feeds) feed.end();
    this.#feeds = [];
  }

  #moveTo(position: LogPosition): void {
    this.#endFeeds();
    this.#position = position;
    this.#stamp = undefined;
    this.#head = position.sequence;
  }

  async #merge(received: readonly MaybeDecoded[]): Promise<void> {
    // A feed may begin before the position.
    const messages = received.filter(({ sequence }) => sequence > this.#position.sequence);
    if (messages.length === 0) return;
    const events: FollowedEvent[] = [];
    const entries = messages.map((message) => message.entry ?? this.#decode(message));
    for (const entry of entries) if (entry) for (const event of entry.events) events.push(event);
    const last = lastItem(messages);
    this.#head = Math.max(this.#head, last.sequence + last.pending);
    if (events.length > 0) await this.#handle(events);
    if (this.#stopping.signal.aborted && this.#failing) return;
    this.#position = { epoch: this.#position.epoch, sequence: last.sequence };
    this.#stamp = last.stamp;
    this.#options.counters?.events(events.length);
    this.#settle();
    if (this.#feeds.length === 0) return;
    const read: ReadEntry[] = messages.map((message, at) => ({ ...message, entry: entries[at] }));
    this.#feeds = this.#feeds.filter((feed) => feed.push(read));
  }

  async #handle(events: FollowedEvent[]): Promise<void> {
    for (let attempt = 0; !this.#stopping.signal.aborted; attempt++) {
      try {
        const handled = this.#options.onEvents(events);
        if (handled) await handled;
        this.#failing = false;
        return;
      } catch (error) {
        this.#failing = true;
        this.#logger.error({ err: error, eventId: events[0]?.id }, 'a handler of events failed; retrying');
        await sleep(backoff(attempt, BACKOFF), this.#stopping.signal).catch(() => undefined);
      }
    }
  }

  #decode(message: StreamMessage): Entry | undefined {
    try {
      return decodeEntry(message.data, message.sequence);
    } catch (error) {
      this.#options.counters?.unreadable();
      this.#logger.error({ err: error, sequence: message.sequence }, 'an entry of the log cannot be read');
      return undefined;
    }
  }

  /** Applies announcements and resolves waiting callers after an entry is handled. */
  #settle(): void {
    const { epoch, sequence } = this.#position;
    this.freshness.mergedUpTo(epoch, sequence);
    if (this.#waiters.length > 0) {
      const due = this.#waiters.filter((waiter) => waiter.sequence <= sequence);
      if (due.length > 0) {
        this.#waiters = this.#waiters.filter((waiter) => waiter.sequence > sequence);
        for (const waiter of due) waiter.resolve();
      }
    }
    this.#options.onPosition?.(this.#position);
    if (this.caughtUp()) this.#resolveReady();
  }

  #announced(data: Uint8Array): void {
    let announcement: Announcement;
    try {
      announcement = Announcement.decode(data);
    } catch {
      this.#options.counters?.unreadable();
      return;
    }
    this.freshness.announced(announcement);
    const { epoch, sequence } = this.#position;
    if (announcement.epoch !== epoch) {
      // Names of epochs sort by time. An announcement of an earlier epoch comes from a relay that was replaced.
      if (announcement.epoch > epoch && epoch !== '') this.#epochChange.abort();
      return;
    }
    this.#head = Math.max(this.#head, announcement.sequence);
    this.#noticeStandstill();
    if (this.#open && this.#connected && !this.#failing) this.freshness.mergedUpTo(epoch, sequence);
    if (this.caughtUp()) this.#resolveReady();
  }

  /** Recreates the consumer when announced entries do not arrive, because the server may have lost the consumer. */
  #noticeStandstill(): void {
    if (!this.#open || this.#isMerging || this.#position.sequence >= this.#head) {
      this.#behindSinceMs = undefined;
      return;
    }
    const nowMs = performance.now();
    this.#behindSinceMs ??= nowMs;
    if (nowMs - this.#behindSinceMs < BEHIND_MS) return;
    this.#options.counters?.rebuilt();
    this.#standstill.abort();
  }

  #rejectWaiters(reason: unknown): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter.reject(reason);
  }
}
