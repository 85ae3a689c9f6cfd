import { randomUUID } from 'node:crypto';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { backoff, type Logger, lastItem, required, silentLogger, sleep } from '@parley/core';
import { decodeEntry, type Entry, type FollowedEvent } from '../entries/entry.ts';
import { endOf, sequenceOf } from '../entries/event-id.ts';
import type { FactKind } from '../entries/fact-kinds.ts';
import { RecordConflictError } from '../errors.ts';
import { epochRevision, readEpoch } from '../nats/epoch.ts';
import { isStreamMissing } from '../nats/missing.ts';
import { connectionOf, type NatsSource } from '../nats/nats.ts';
import { openRecords } from '../nats/records.ts';
import { ensureStream, findStream, logNames, parkedStream, type StorageOptions } from '../nats/streams.ts';
import type { MaybeDecoded } from '../reading/entry-feed.ts';
import type { Follower, LogPosition } from '../reading/follower.ts';
import { REST_ANNOUNCE_MS } from '../reading/freshness.ts';
import { readInOrder, type StreamMessage } from '../reading/ordered-reader.ts';
import { processReaderOf } from '../reading/scoped-connection.ts';
import { readWithFollower } from '../reading/shared-reader.ts';
import { Lease, leaseCodec, onRenewal, type WorkPosition } from './lease.ts';
import { askWorker } from './questions.ts';

export type WorkerCounters = {
  handled(): void;
  failed(): void;
  /** Counts an event that was parked because it failed too often, or an entry that was parked because it cannot be decoded. */
  parked(): void;
  rebuilt(): void;
};

export type WorkerOptions = {
  nats: NatsSource;
  prefix: string;
  /** Letters, digits, _ and -. Of the replicas with the same name, one works, and the others wait for its lease. */
  name: string;
  /** Where a worker starts when it runs for the first time: after the newest entry (`head`), or at the oldest one. */
  from: 'head' | 'start';
  /** Kinds of facts to handle. Other events are skipped without decoding. Undefined: all events are handled. */
  facts?: readonly FactKind[];
  /**
   * Runs the side effect of one event. It may run again for the same event after a failure, a crash or a takeover, so it must be
   * idempotent by `event.id` and the epoch (the history of the log to which the ID belongs). `signal` aborts when this replica
   * stops working.
   */
  handle: (event: FollowedEvent, signal: AbortSignal, epoch: string) => Promise<void> | void;
  /**
   * Completes the effects of all events that `handle` has received since the last flush. It runs after each batch with such
   * an event, before the progress is stored, and again after a failure. It returns undefined when it has nothing to do.
   */
  flush?: (signal: AbortSignal) => Promise<void> | void;
  /** A follower from which the worker takes entries. Default: the one that all services of the process share, if they do. */
  follower?: Follower;
  /** Number of failures after which an event is parked. Default 8. */
  maxFailures?: number;
  /** Delay after the first failure in milliseconds. It doubles with each failure, up to a minute. Default 200. */
  retryBaseMs?: number;
  logger?: Logger;
  counters?: WorkerCounters;
  storage?: StorageOptions;
};

export type Worker = {
  /** Returns whether this replica works or waits for the lease of another one. False while there is no log, and while NATS fails. */
  running(): boolean;
  /**
   * Waits until everything that is in the log when it is called is handled, by this replica or another one. Returns false when this
   * takes longer than `withinMs` milliseconds, when there is no log, or when NATS fails.
   */
  settled(withinMs: number): Promise<boolean>;
  stop(): Promise<void>;
};

/** Interval in milliseconds at which a waiting replica tries to acquire the lease. */
const STANDBY_MS = 250;
const BACKOFF = { baseMs: 100, maxMs: 5000 };
const RETRY_MAX_MS = 60_000;
const textDecoder = new TextDecoder();

/**
 * Starts a worker, which runs side effects of events at least once and in order. One replica works at a time, under a lease
 * whose record also stores the worker's progress. When this replica stops or does not renew the lease, another one continues
 * from there.
 *
 * An event that fails is retried with growing delays, and later events wait. After too many failures it is parked: stored with the
 * error in another stream, and skipped. When the log starts a new epoch, the worker first finishes the stream of the former one.
 */
export function work(options: WorkerOptions): Worker {
  return new LogWorker(options);
}

/** A request from `askWorker`, which is answered when everything up to a position is handled. */
type Waiting = WorkPosition & { message: Msg; untilMs: number };

class LogWorker implements Worker {
  readonly #options: WorkerOptions;
  readonly #logger: Logger;
  readonly #wanted: ReadonlySet<FactKind | undefined> | undefined;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  /** Undefined until the first connection is made. */
  #nats: NatsConnection | undefined;
  /** The follower from which this worker takes entries; undefined when it reads the stream itself. */
  #follower: Follower | undefined;
  #waiting: Waiting[] = [];
  #running = false;
  /**
   * Monotonic time at which data may last have changed: when an asynchronous handler or `flush` ended, or when this replica took
   * the lease, because the replica before may have worked until then.
   */
  #workedAtMs = 0;
  /** Whether events are being handled, for which the lease must be held. */
  #isHandling = false;
  /** The epoch that was current when its record had this revision. It is still current while the revision is the same. */
  #current: { revision: string | undefined; epoch: string } | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    this.#wanted = options.facts && new Set(options.facts);
    this.#done = this.#run();
  }

  running(): boolean {
    return this.#running;
  }

  async settled(withinMs: number): Promise<boolean> {
    const { prefix } = this.#options;
    const nats = this.#nats;
    if (!nats) return false;
    const until = performance.now() + withinMs;
    try {
      const jsm = await jetstreamManager(nats, { checkAPI: false, timeout: 2000 });
      const epoch = await readEpoch(jsm, prefix);
      if (!epoch) return false;
      const { last_seq: head } = (await jsm.streams.info(epoch.stream)).state;
      const question = { nats, prefix, untilMs: until, signal: this.#stopping.signal };
      const asked: LogPosition = { epoch: epoch.epoch, sequence: head };
      return (await askWorker(question, this.#options.name, asked)) !== undefined;
    } catch {
      return false;
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { prefix, name } = this.#options;
    const nats = await connectionOf(this.#options.nats, signal);
    if (!nats) return;
    this.#nats = nats;
    this.#follower = this.#options.follower ?? processReaderOf(nats, prefix);
    const holder = randomUUID();
    let lease: Lease | undefined;
    /** The progress before NATS lost its record, as far as this replica knows it. */
    let known: WorkPosition | undefined;
    for (let attempt = 0; !signal.aborted; ) {
      try {
        const jsm = await jetstreamManager(nats, { checkAPI: false, timeout: 2000 });
        lease ??= await this.#openLease(nats, jsm, holder);
        const acquired = await lease.acquire(() => this.#begin(jsm, known));
        attempt = 0;
        this.#running = acquired !== 'nothing to do';
        if (acquired === 'held') await this.#term(nats, jsm, lease);
        else if (acquired === 'held by another') nats.publish(logNames(prefix).standby(name));
      } catch (error) {
        attempt++;
        this.#running = false;
        // NATS has lost the bucket with the lease. Opening the lease again creates the bucket.
        if (isStreamMissing(error) && lease) {
          known = lease.position;
          lease = undefined;
        }
        this.#logger.warn({ err: error, worker: this.#options.name }, 'the worker lost NATS; retrying');
        this.#options.counters?.rebuilt();
      }
      await sleep(attempt === 0 ? STANDBY_MS : backoff(attempt, BACKOFF), signal).catch(() => undefined);
    }
    this.#running = false;
    await lease?.release().catch(() => undefined);
  }

  async #openLease(nats: NatsConnection, jsm: JetStreamManager, holder: string): Promise<Lease> {
    const { prefix, name, storage = {} } = this.#options;
    await ensureStream(jsm, parkedStream(prefix, storage));
    const bucket = logNames(prefix).workerBucket;
    return new Lease(await openRecords({ nats, bucket, codec: leaseCodec, storage }), name, holder);
  }

  /**
   * Returns the progress with which a worker starts when it has no record; undefined when there is no log yet.
   * @param known progress of the worker before NATS lost its record. The worker continues from there, or with the first entry of
   *   a later epoch
   */
  async #begin(jsm: JetStreamManager, known: WorkPosition | undefined): Promise<WorkPosition | undefined> {
    const current = await readEpoch(jsm, this.#options.prefix);
    const stream = current && (await findStream(jsm, current.stream));
    if (!stream) return undefined;
    const { first_seq: first, last_seq: last } = stream.state;
    if (known?.epoch === current.epoch) return known;
    const done = !known?.epoch && this.#options.from === 'head' ? last : Math.max(0, first - 1);
    return { epoch: current.epoch, after: endOf(done) };
  }

  /** Works until the lease is lost or the worker is stopped. */
  async #term(nats: NatsConnection, jsm: JetStreamManager, lease: Lease): Promise<void> {
    const over = new AbortController();
    this.#workedAtMs = performance.now();
    const signal = AbortSignal.any([this.#stopping.signal, over.signal]);
    const renew = () => {
      lease.renew().catch((error: unknown) => {
        if (error instanceof RecordConflictError || !lease.isHeld()) over.abort();
      });
    };
    const endRenewing = onRenewal(() => {
      if (lease.isRenewalDue(this.#isHandling)) renew();
    });
    const { prefix, name } = this.#options;
    const asked = nats.subscribe(logNames(prefix).worker(name), {
      callback: (error, message) => {
        if (!error) this.#asked(message, lease);
      },
    });
    const standbys = nats.subscribe(logNames(prefix).standby(name), {
      callback: (error) => {
        if (error) return;
        lease.contested();
        // The waiting replica has already read the lease. It takes the lease unless this replica renews it now.
        if (!lease.isHeld()) renew();
      },
    });
    try {
      for (let attempt = 0; !signal.aborted; ) {
        const went = await this.#workOn(jsm, lease, signal, () => over.abort());
        attempt = went ? 0 : attempt + 1;
        await sleep(backoff(attempt, BACKOFF), signal).catch(() => undefined);
      }
    } finally {
      endRenewing();
      asked.unsubscribe();
      standbys.unsubscribe();
      this.#waiting = [];
    }
  }

  /**
   * Handles the stream of the lease's epoch until all its entries are handled and another epoch is current, entries are missing, or
   * the term ends. Returns false when the worker cannot continue yet, because there is no later epoch.
   */
  async #workOn(
    jsm: JetStreamManager,
    lease: Lease,
    term: AbortSignal,
    endTerm: () => void,
  ): Promise<boolean> {
    const { epoch } = lease.position;
    const finished = new AbortController();
    let [stamp, handledAt]: [string | undefined, number] = [undefined, 0];
    let looks = 0;
    const endLooking = onRenewal(() => {
      // Without a follower, each check is a request to NATS, so only every third one is made.
      if (!this.#follower && ++looks % 3 !== 0) return;
      // The stream can be finished only if nothing was handled since the last check.
      if (handledAt === lease.position.after && !this.#isCurrent(epoch)) {
        this.#isFinished(jsm, lease.position).then(
          (isFinished) => isFinished && finished.abort(),
          () => undefined,
        );
      }
      handledAt = lease.position.after;
    });
    try {
      const reading = {
        nats: required(this.#nats, 'connection to NATS'),
        jsm,
        stream: logNames(this.#options.prefix).stream(epoch),
        position: () => ({
          sequence: readUpTo(lease.position.after),
          ...(stamp === undefined ? {} : { stamp }),
        }),
        onMessages: async (messages: readonly MaybeDecoded[]) => {
          this.#isHandling = true;
          try {
            await this.#handleAll(messages, lease, term, endTerm);
          } finally {
            this.#isHandling = false;
          }
          if (!term.aborted) stamp = lastItem(messages).stamp;
        },
        onRebuilt: () => this.#options.counters?.rebuilt(),
        signal: AbortSignal.any([term, finished.signal]),
        logger: this.#logger,
      };
      const follower = this.#follower;
      const verdict = await (follower
        ? readWithFollower({ ...reading, follower, epoch })
        : readInOrder({ ...reading, onOpened: () => undefined }));
      if (term.aborted) return true;
      if (verdict.kind === 'gap') {
        this.#logger.error(
          { epoch, after: lease.position.after, first: verdict.first },
          'events were missed',
        );
        lease.position = { epoch, after: endOf(verdict.first - 1) };
        return true;
      }
      return await this.#advance(jsm, lease);
    } finally {
      endLooking();
    }
  }

  async #handleAll(
    messages: readonly MaybeDecoded[],
    lease: Lease,
    term: AbortSignal,
    endTerm: () => void,
  ): Promise<void> {
    const { flush } = this.#options;
    const { epoch } = lease.position;
    let tookTime = false;
    let [reached, isFlushDue] = [lease.position.after, false];
    for (const message of messages) {
      const entry = message.entry ?? (await this.#decode(message));
      for (const event of entry?.events ?? []) {
        if (event.id <= reached) continue;
        if (this.#wanted && !this.#wanted.has(event.factKind)) continue;
        if (!lease.isHeld() && !(await this.#holds(lease))) endTerm();
        if (term.aborted) return;
        // Most handlers are synchronous and return undefined. Awaiting each of them would cost a microtask per event.
        const handling = this.#attempt(event, term, epoch);
        if (handling) {
          const isDone = await handling;
          this.#workedAtMs = performance.now();
          if (!isDone) return;
          tookTime = true;
        }
        isFlushDue = flush !== undefined;
        reached = event.id;
        if (!isFlushDue) lease.position = { epoch, after: reached };
      }
      reached = Math.max(reached, endOf(message.sequence));
      if (!isFlushDue) lease.position = { epoch, after: reached };
    }
    if (flush && isFlushDue) {
      const flushing = this.#flush(flush, term);
      if (flushing) {
        if (!(await flushing)) return;
        this.#workedAtMs = performance.now();
        tookTime = true;
      }
      lease.position = { epoch, after: reached };
    }
    // Synchronous handlers change only memory, so repeating them is harmless. After them, the next renewal stores the progress.
    if (tookTime) lease.save();
    if (this.#waiting.length > 0) this.#answer(lease);
  }

  /** Renews a lease that this replica did not hold while it had no work. @returns whether this replica holds it now */
  async #holds(lease: Lease): Promise<boolean> {
    await lease.renew().catch(() => undefined);
    return lease.isHeld();
  }

  /** Calls `flush` until it succeeds. Undefined when it had nothing to do; resolves to false when the term ended before. */
  #flush(flush: NonNullable<WorkerOptions['flush']>, term: AbortSignal): Promise<boolean> | undefined {
    try {
      const flushing = flush(term);
      return flushing ? this.#repeatFlush(flushing, flush, term) : undefined;
    } catch (error) {
      return this.#repeatFlush(Promise.reject(error), flush, term);
    }
  }

  async #repeatFlush(
    first: Promise<void>,
    flush: NonNullable<WorkerOptions['flush']>,
    term: AbortSignal,
  ): Promise<boolean> {
    for (let failures = 1, flushing = first; ; failures++) {
      try {
        await flushing;
        return true;
      } catch (error) {
        if (term.aborted) return false;
        this.#options.counters?.failed();
        this.#logger.warn({ err: error }, 'the effects of events were not stored; retrying');
        await sleep(this.#delayAfter(failures), term).catch(() => undefined);
        if (term.aborted) return false;
        flushing = (async () => flush(term))();
      }
    }
  }

  #delayAfter(failures: number): number {
    const { retryBaseMs = 200 } = this.#options;
    return Math.min(RETRY_MAX_MS, retryBaseMs * 2 ** (failures - 1));
  }

  async #decode(message: StreamMessage): Promise<Entry | undefined> {
    try {
      return decodeEntry(message.data, message.sequence);
    } catch (error) {
      await this.#park(message.sequence, message.data, error);
      return undefined;
    }
  }

  /** Handles or parks an event. Undefined when the handler was synchronous; resolves to false when the term ended before. */
  #attempt(event: FollowedEvent, term: AbortSignal, epoch: string): Promise<boolean> | undefined {
    const handle = () => this.#options.handle(event, term, epoch);
    try {
      const handling = handle();
      if (!handling) {
        this.#options.counters?.handled();
        return undefined;
      }
      return this.#finish(event, handling, { handle, term });
    } catch (error) {
      return this.#finish(event, Promise.reject(error), { handle, term });
    }
  }

  async #finish(
    event: FollowedEvent,
    first: Promise<void>,
    { handle, term }: { handle: () => Promise<void> | void; term: AbortSignal },
  ): Promise<boolean> {
    const { maxFailures = 8 } = this.#options;
    for (let failures = 0, handling = first; ; ) {
      try {
        await handling;
        this.#options.counters?.handled();
        return true;
      } catch (error) {
        if (term.aborted) return false;
        this.#options.counters?.failed();
        failures++;
        if (failures >= maxFailures) {
          await this.#park(event.id, event.encoded, error);
          return true;
        }
        const delay = this.#delayAfter(failures);
        this.#logger.warn({ err: error, eventId: event.id, delay }, 'the side effect of an event failed');
        await sleep(delay, term).catch(() => undefined);
        if (term.aborted) return false;
      }
      handling = (async () => handle())();
    }
  }

  async #park(id: number, data: Uint8Array, error: unknown): Promise<void> {
    const reason = headers();
    reason.set('Parley-Id', String(id));
    reason.set(
      'Parley-Reason',
      String(error instanceof Error ? error.message : error).replace(/[\r\n]+/g, ' '),
    );
    const js = jetstream(required(this.#nats, 'connection to NATS'), { timeout: 2000 });
    await js.publish(logNames(this.#options.prefix).parkedSubject(this.#options.name), data, {
      headers: reason,
    });
    this.#options.counters?.parked();
    this.#logger.error({ err: error, eventId: id }, 'an event was parked');
  }

  /** Returns whether the stream of an epoch is handled completely, and another epoch is current. */
  async #isFinished(jsm: JetStreamManager, { epoch, after }: WorkPosition): Promise<boolean> {
    const { prefix } = this.#options;
    const revision = await epochRevision(jsm, prefix);
    if (this.#current?.revision === revision && this.#current?.epoch === epoch) return false;
    const current = await readEpoch(jsm, prefix);
    if (!current) return false;
    if (current.epoch === epoch) {
      // The revision was read before the epoch. If the record changed in between, its revision is now another one.
      this.#current = { revision, epoch };
      return false;
    }
    const stream = await findStream(jsm, logNames(prefix).stream(epoch));
    return !stream || endOf(stream.state.last_seq) <= after;
  }

  /** Returns whether the follower has learned in the last seconds that the relay writes to the epoch. */
  #isCurrent(epoch: string): boolean {
    const follower = this.#follower;
    return follower?.position.epoch === epoch && follower.freshness.ageMs() <= 2 * REST_ANNOUNCE_MS;
  }

  /** Moves the progress to the start of the next epoch. Returns false when there is none. */
  async #advance(jsm: JetStreamManager, lease: Lease): Promise<boolean> {
    const { prefix } = this.#options;
    const current = await readEpoch(jsm, prefix);
    if (!current) return false;
    const names = logNames(prefix);
    const start = names.stream('').length;
    const later = [...current.earlier, current.stream]
      .map((stream) => stream.slice(start))
      .filter((epoch) => epoch > lease.position.epoch)
      .toSorted();
    for (const epoch of later) {
      if (!(await findStream(jsm, names.stream(epoch)))) continue;
      lease.position = { epoch, after: endOf(0) };
      return true;
    }
    return false;
  }

  #asked(message: Msg, lease: Lease): void {
    try {
      const asked = JSON.parse(textDecoder.decode(message.data)) as WorkPosition & { withinMs: number };
      const { epoch, after, withinMs } = asked;
      this.#waiting.push({ epoch, after, message, untilMs: performance.now() + withinMs });
    } catch {
      return; // The message is not a valid request.
    }
    this.#answer(lease);
  }

  #answer({ position }: Lease): void {
    const now = performance.now();
    this.#waiting = this.#waiting.filter(({ epoch, after, message, untilMs }) => {
      const isThere = position.epoch > epoch || (position.epoch === epoch && position.after >= after);
      if (isThere) message.respond(JSON.stringify({ quietMs: now - this.#workedAtMs }));
      return !isThere && untilMs > now;
    });
  }
}

/** Returns the sequence of the last entry that is handled completely. @param after the last handled event ID */
function readUpTo(after: number): number {
  const sequence = sequenceOf(after);
  return after === endOf(sequence) ? sequence : sequence - 1;
}
