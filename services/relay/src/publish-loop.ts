import { type Logger, lastItem, sleep } from '@parley/core';
import {
  type CommitPosition,
  EVENTS_PER_ENTRY,
  isNoAnswer,
  type LastEntry,
  type OwnCommits,
  outlineOf,
  type Publisher,
} from '@parley/event-log';
import { LogEntry, type LoggedEvent } from '@parley/proto/events/v1/log';
import type { PendingEvents } from './pending-events.ts';
import type { Progress } from './progress.ts';
import { SIGNALS_BYTES, SIGNALS_PER_ENTRY, type SignalBuffer } from './signals.ts';
import type { Telemetry } from './telemetry.ts';
import { tracePublished } from './traces.ts';
import { type CommitSnapshot, type Visible, visibleIn } from './visibility.ts';

/** Another entry than the last one of this relay. A new session must compare database and stream. */
export class StreamChangedError extends Error {
  override name = 'StreamChangedError';
}

export type EntryHeader = Pick<LogEntry, 'epoch' | 'session' | 'systemId' | 'timeline' | 'slotGeneration'>;

export type PublishLoopOptions = {
  publisher: Publisher;
  header: EntryHeader;
  maxEntryBytes: number;
  pending: PendingEvents;
  signals: SignalBuffer;
  progress: Progress;
  readSnapshot: () => Promise<CommitSnapshot>;
  /** What services of this process have committed; undefined when no service can be in it. */
  ownCommits: OwnCommits | undefined;
  /** Resolves when NATS is connected. */
  connected: (signal: AbortSignal) => Promise<void>;
  onStored: () => void;
  telemetry: Pick<Telemetry, 'published' | 'pending'>;
  logger: Logger;
  signal: AbortSignal;
};

/** Minimum time between two entries in milliseconds. Ignored when many events are pending. */
const SPACING_MS = 3;
const WORTH_AN_ENTRY = EVENTS_PER_ENTRY / 4;
const RETRY_MS = [20, 50, 100, 250, 500, 1000];
/** How long an event of this process waits for the acknowledgement of its commit before a snapshot is read, in milliseconds. */
const OWN_COMMIT_MS = 2;
/** Delays in milliseconds between checks whether the pending transactions have become visible. */
const VISIBILITY_MS = [0, 0, 1, 2, 5, 10, 20];

/**
 * Publishes pending events once they are visible in the database, one entry at a time. Events that arrive during a publish are
 * in the next entry. Each publish states the sequence number that the stream's last entry must have. So the relay detects a
 * second writer, a rolled-back stream and a lost acknowledgement, and never stores an entry twice.
 */
export class PublishLoop {
  readonly #options: PublishLoopOptions;
  #resume: () => void = () => undefined;
  #isNotified = false;
  #inFlight: LoggedEvent[] = [];
  #mustCompare = false;
  #entryBeganMs = 0;

  constructor(options: PublishLoopOptions) {
    this.#options = options;
  }

  /** Wakes an idle `run`. Must be called when an event or an entry of `signals` has arrived, and when `signal` aborts. */
  notify(): void {
    this.#isNotified = true;
    this.#resume();
  }

  /** Must be called after NATS was disconnected. */
  compareStream(): void {
    this.#mustCompare = true;
    this.notify();
  }

  /** Returns whether an event that is visible in the snapshot is being published. */
  isPublishing(snapshot: CommitSnapshot): boolean {
    const first = this.#inFlight.find((event) => event.transactionId !== 0);
    return first !== undefined && first.commitLsn < snapshot.walLsn;
  }

  get isIdle(): boolean {
    return this.#inFlight.length === 0 && this.#options.pending.isEmpty;
  }

  /** Publishes until the signal aborts. @throws when the session cannot continue */
  async run(): Promise<void> {
    const { pending, signals, signal } = this.#options;
    for (let checksWithoutProgress = 0; !signal.aborted; ) {
      if (this.#mustCompare) await this.#compare();
      if (pending.isEmpty && !signals.isDue) {
        checksWithoutProgress = 0;
        await this.#activity();
        continue;
      }
      await this.#gather();
      const published = await this.#publishVisible();
      this.#options.telemetry.pending(pending.events, pending.bytes);
      if (published || pending.events === 0) {
        checksWithoutProgress = 0;
        continue;
      }
      const wait = VISIBILITY_MS[checksWithoutProgress++] ?? lastItem(VISIBILITY_MS);
      if (wait > 0) await sleep(wait, signal).catch(() => undefined);
    }
  }

  /** Under load, so that more events share an entry: reading one has a fixed cost for every service. */
  async #gather(): Promise<void> {
    const { pending, signal } = this.#options;
    const waitMs = this.#entryBeganMs + SPACING_MS - performance.now();
    if (waitMs > 0 && pending.events < WORTH_AN_ENTRY) await sleep(waitMs, signal).catch(() => undefined);
    this.#entryBeganMs = performance.now();
  }

  async #publishVisible(): Promise<boolean> {
    const { pending, signals, progress, maxEntryBytes, signal } = this.#options;
    // Signals are not in the database, so they need no snapshot.
    const isVisible = pending.events > 0 ? await this.#visible() : () => false;
    let published = false;
    while (!signal.aborted) {
      const { events, endLsn } = pending.takeVisible(
        isVisible,
        EVENTS_PER_ENTRY,
        maxEntryBytes - SIGNALS_BYTES,
      );
      const freeEvents = Math.max(0, EVENTS_PER_ENTRY - events.length);
      const merged =
        events.length > 0 || signals.isDue ? signals.take(Math.min(freeEvents, SIGNALS_PER_ENTRY)) : [];
      if (events.length + merged.length > 0) {
        this.#inFlight = events;
        await this.#store([...events, ...merged]);
        published = true;
      }
      this.#inFlight = [];
      if (endLsn !== undefined) progress.reached(endLsn);
      this.#options.onStored();
      if (events.length === 0) break;
    }
    return published;
  }

  /**
   * Returns what is visible: what this process knows to be, if that includes the first pending event, otherwise what the database
   * says. Events that arrive while a snapshot is read are published in the next round.
   */
  async #visible(): Promise<Visible> {
    const { pending, ownCommits, readSnapshot } = this.#options;
    const { first } = pending;
    if (ownCommits && first && (await ownCommits.find(first, OWN_COMMIT_MS)))
      return (event) => ownCommits.has(event);
    return visibleIn(await readSnapshot());
  }

  /** Stores an entry directly after the last one. Retries as long as NATS does not answer. */
  async #store(events: LoggedEvent[]): Promise<void> {
    const { publisher, progress, header, signal, telemetry } = this.#options;
    await progress.untilLeadAllows();
    const outlines = events.map(({ event }) => outlineOf(event));
    const entry: LogEntry = { ...header, events, outlines };
    const { sequence, position } = progress.published;
    const startedMs = performance.now();
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      try {
        const outcome = await publisher.publish(entry, sequence);
        if (outcome.kind === 'rejected') await this.#confirmOwn(entry, sequence);
        break;
      } catch (error) {
        if (!isNoAnswer(error)) throw error;
        this.#options.logger.warn(
          { err: error, sequence: sequence + 1 },
          'JetStream did not answer; retrying',
        );
        await this.#pause(attempt);
        // A publish gets no answer when the stream has no leader, and also when the stream does not exist. In the second case,
        // the following request throws.
        await this.#ask((own) => own.lastSequence());
      }
    }
    const tookMs = performance.now() - startedMs;
    telemetry.published(events.length, tookMs);
    tracePublished(events, tookMs);
    progress.entryStored(sequence + 1, lastPosition(events) ?? position);
  }

  /** Stored by an earlier attempt. @throws StreamChangedError when it is another one */
  async #confirmOwn(entry: LogEntry, sequence: number): Promise<void> {
    const last: LastEntry | undefined = await this.#ask((publisher) => publisher.last());
    const isOwn =
      last?.sequence === sequence + 1 &&
      last.entry.session === entry.session &&
      Buffer.from(LogEntry.encode(last.entry).finish()).equals(LogEntry.encode(entry).finish());
    if (!isOwn) {
      throw new StreamChangedError(
        `the stream ends at ${last?.sequence ?? 0} (session ${last?.entry.session ?? 'none'}), not at ${sequence}`,
      );
    }
  }

  async #compare(): Promise<void> {
    this.#mustCompare = false;
    const { sequence } = this.#options.progress.published;
    const last = await this.#ask((publisher) => publisher.lastSequence());
    if (last !== sequence) throw new StreamChangedError(`the stream ends at ${last}, not at ${sequence}`);
  }

  async #ask<T>(question: (publisher: Publisher) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      this.#options.signal.throwIfAborted();
      try {
        return await question(this.#options.publisher);
      } catch (error) {
        if (!isNoAnswer(error)) throw error;
        await this.#pause(attempt);
      }
    }
  }

  async #pause(attempt: number): Promise<void> {
    const { signal, connected } = this.#options;
    await sleep(RETRY_MS[attempt] ?? lastItem(RETRY_MS), signal);
    await connected(signal);
  }

  async #activity(): Promise<void> {
    if (!this.#isNotified) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#resume = resolve;
      await promise;
      this.#resume = () => undefined;
    }
    this.#isNotified = false;
  }
}

function lastPosition(events: readonly LoggedEvent[]): CommitPosition | undefined {
  const last = events.findLast((event) => event.transactionId !== 0);
  return last && { commitLsn: last.commitLsn, index: last.index };
}
