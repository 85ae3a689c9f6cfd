import { type Logger, sleep } from '@parley/core';
import {
  type CommitPosition,
  EVENTS_PER_ENTRY,
  isNoAnswer,
  type LastEntry,
  outlineOf,
  type Publisher,
} from '@parley/event-log';
import { LogEntry, type LoggedEvent } from '@parley/proto/events/v1/log';
import type { PendingEvents } from './pending-events.ts';
import type { Progress } from './progress.ts';
import { SIGNALS_BYTES, SIGNALS_PER_ENTRY, type SignalBuffer } from './signals.ts';
import type { Telemetry } from './telemetry.ts';
import { tracePublished } from './traces.ts';
import type { Moment } from './visibility.ts';

/** The stream is not where this relay left it: begin anew and compare both sides. */
export class StreamChangedError extends Error {
  override name = 'StreamChangedError';
}

/** What every entry of this session says about its origin. */
export type EntryHeader = Pick<LogEntry, 'epoch' | 'session' | 'systemId' | 'timeline' | 'slotGeneration'>;

export type PublishLoopOptions = {
  publisher: Publisher;
  header: EntryHeader;
  maxEntryBytes: number;
  pending: PendingEvents;
  signals: SignalBuffer;
  progress: Progress;
  readMoment: () => Promise<Moment>;
  /** Resolves when NATS is connected. */
  connected: (signal: AbortSignal) => Promise<void>;
  onStored: () => void;
  telemetry: Pick<Telemetry, 'published' | 'pending'>;
  logger: Logger;
  signal: AbortSignal;
};

/** Entries begin at least so far apart, milliseconds, unless much is pending; after a pause none waits. */
const SPACING_MS = 3;
const WORTH_AN_ENTRY = EVENTS_PER_ENTRY / 4;
const RETRY_MS = [20, 50, 100, 250, 500, 1000];
/** Waits between looks at whether a pending transaction has become visible. */
const VISIBILITY_MS = [0, 0, 1, 2, 5, 10, 20];

/**
 * Publishes what is pending, as far as it is visible, one entry in flight: what arrives meanwhile fills the next.
 * Each publish names the sequence it expects to follow, so that a second writer, a stream that was rolled back
 * and an acknowledgement that got lost are all noticed and nothing is stored twice.
 */
export class PublishLoop {
  readonly #options: PublishLoopOptions;
  #wake: () => void = () => undefined;
  #woken = false;
  #inFlight: LoggedEvent[] = [];
  #mustCompare = false;
  #entryBeganMs = 0;

  constructor(options: PublishLoopOptions) {
    this.#options = options;
  }

  /** Something arrived. */
  notify(): void {
    this.#woken = true;
    this.#wake();
  }

  /** The connection to NATS was lost in between: compare the stream with what is known before going on. */
  compareStream(): void {
    this.#mustCompare = true;
    this.notify();
  }

  /** Whether something visible at the moment is being published now. */
  isPublishing(moment: Moment): boolean {
    const first = this.#inFlight.find((event) => event.transactionId !== 0);
    return first !== undefined && first.commitLsn < moment.walLsn;
  }

  get isIdle(): boolean {
    return this.#inFlight.length === 0 && this.#options.pending.isEmpty;
  }

  /** Runs until the signal aborts. @throws when the session cannot go on. */
  async run(): Promise<void> {
    const { pending, signals, signal } = this.#options;
    for (let fruitless = 0; !signal.aborted; ) {
      if (this.#mustCompare) await this.#compare();
      if (pending.isEmpty && !signals.isDue) {
        fruitless = 0;
        await this.#activity();
        continue;
      }
      await this.#gather();
      const published = await this.#publishVisible();
      this.#options.telemetry.pending(pending.events, pending.bytes);
      if (published || pending.events === 0) {
        fruitless = 0;
        continue;
      }
      const wait = VISIBILITY_MS[Math.min(fruitless++, VISIBILITY_MS.length - 1)]!;
      if (wait > 0) await sleep(wait, signal).catch(() => undefined);
    }
  }

  /** Under load more arrives before the next entry begins: its events share what it costs all who read it. */
  async #gather(): Promise<void> {
    const { pending, signal } = this.#options;
    const waitMs = this.#entryBeganMs + SPACING_MS - performance.now();
    if (waitMs > 0 && pending.events < WORTH_AN_ENTRY) await sleep(waitMs, signal).catch(() => undefined);
    this.#entryBeganMs = performance.now();
  }

  async #publishVisible(): Promise<boolean> {
    const { pending, signals, progress, maxEntryBytes, signal } = this.#options;
    // Signals need no snapshot; events that arrive while it is read wait for the next one.
    const moment = pending.events > 0 ? await this.#options.readMoment() : NOTHING_VISIBLE;
    let published = false;
    while (!signal.aborted) {
      const { events, endLsn } = pending.takeVisible(moment, EVENTS_PER_ENTRY, maxEntryBytes - SIGNALS_BYTES);
      const room = Math.max(0, EVENTS_PER_ENTRY - events.length);
      const merged =
        events.length > 0 || signals.isDue ? signals.take(Math.min(room, SIGNALS_PER_ENTRY)) : [];
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

  /** Stores one entry right after the last one, however often NATS fails to answer. */
  async #store(events: LoggedEvent[]): Promise<void> {
    const { publisher, progress, header, signal, telemetry } = this.#options;
    await progress.room();
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
          'JetStream did not answer; trying again',
        );
        await this.#pause(attempt);
        // Nobody answers either because there is no leader or because the stream is gone: the latter throws.
        await this.#ask((own) => own.lastSequence());
      }
    }
    const tookMs = performance.now() - startedMs;
    telemetry.published(events.length, tookMs);
    tracePublished(events, tookMs);
    progress.entryStored(sequence + 1, lastPosition(events) ?? position);
  }

  /** The publish was refused: fine if an earlier attempt of the very same entry was stored after all. */
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
    await sleep(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!, signal);
    await connected(signal);
  }

  async #activity(): Promise<void> {
    if (!this.#woken) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
      this.#wake = () => undefined;
    }
    this.#woken = false;
  }
}

const NOTHING_VISIBLE: Moment = {
  snapshot: { xmin: 0, xmax: 0, inProgress: [] },
  databaseTimeMs: 0,
  walLsn: 0,
};

function lastPosition(events: readonly LoggedEvent[]): CommitPosition | undefined {
  const last = events.findLast((event) => event.transactionId !== 0);
  return last && { commitLsn: last.commitLsn, index: last.index };
}
