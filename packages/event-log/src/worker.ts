import { randomUUID } from 'node:crypto';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { backoff, type Logger, silentLogger, sleep } from '@parley/core';
import { decodeEntry, type Entry, type FollowedEvent } from './entry.ts';
import type { ReadEntry } from './entry-feed.ts';
import { epochRevision, readEpoch } from './epoch.ts';
import { RecordConflictError } from './errors.ts';
import { endOf, sequenceOf } from './event-id.ts';
import type { FactKind } from './fact-kinds.ts';
import type { Follower, LogPosition } from './follower.ts';
import { REST_ANNOUNCE_MS } from './freshness.ts';
import { Lease, leaseCodec, onRenewal, type WorkPosition } from './lease.ts';
import { connectionOf, type NatsSource } from './nats.ts';
import { readInOrder, type StreamMessage } from './ordered-reader.ts';
import { askWorker } from './questions.ts';
import { openRecords } from './records.ts';
import { readWithFollower } from './shared-reader.ts';
import { ensureStream, findStream, logNames, parkedStream, type StorageOptions } from './streams.ts';

/** Counters of a worker. */
export type WorkerCounters = {
  handled(): void;
  failed(): void;
  /** Counts an event that was parked after the maximum number of failures. */
  parked(): void;
  rebuilt(): void;
};

export type WorkerOptions = {
  nats: NatsSource;
  prefix: string;
  /**
   * Name of the worker: letters, digits, _ and -. Of replicas with the same name one works, and the others stand by.
   */
  name: string;
  /** Position in the log at which a worker starts when it runs for the first time. */
  from: 'head' | 'start';
  /** Kinds of facts to handle. Other events are skipped without decoding. When absent, all events are handled. */
  facts?: readonly FactKind[];
  /**
   * Runs the side effect of one event. It runs again after a failure or a crash, even when it had succeeded, so it must
   * be idempotent by `event.id` and the epoch of its stream. `signal` aborts when the worker stops.
   */
  handle: (event: FollowedEvent, signal: AbortSignal, epoch: string) => Promise<void> | void;
  /**
   * Completes what `handle` began for several events, before their position is stored. It runs after the events of one
   * read, and again after a failure.
   */
  flush?: (signal: AbortSignal) => Promise<void> | void;
  /** A follower of the same log in this process, from which the worker takes entries instead of reading them itself. */
  follower?: Follower;
  /** Number of failures of one event after which it is parked. Default 8. */
  maxFailures?: number;
  /** Delay after the first failure in milliseconds. It doubles up to a minute. Default 200. */
  retryBaseMs?: number;
  logger?: Logger;
  counters?: WorkerCounters;
  storage?: StorageOptions;
};

export type Worker = {
  /** Returns whether this replica works. The others stand by. */
  running(): boolean;
  /**
   * Returns whether everything that is in the log at the call is handled, by this replica or another. Waits for it up
   * to `withinMs`.
   */
  settled(withinMs: number): Promise<boolean>;
  stop(): Promise<void>;
};

/** Interval in which a standby replica tries to acquire the lease, milliseconds. */
const STANDBY_MS = 250;
const BACKOFF = { baseMs: 100, maxMs: 5000 };
const RETRY_MAX_MS = 60_000;
const textDecoder = new TextDecoder();

/**
 * Runs side effects of events: durable, at least once, in order. One replica works under a lease, which also stores its
 * progress. When that replica stops or does not renew the lease, another continues from the stored progress. An event
 * that fails is retried with growing delays while later events wait. After the maximum number of failures it is parked
 * with the reason. When the log starts a new epoch, the worker finishes the former stream first.
 */
export function work(options: WorkerOptions): Worker {
  return new LogWorker(options);
}

/** A message of the stream, with its entry when a follower has decoded it. */
type MaybeDecoded = StreamMessage & Partial<ReadEntry>;

/** A request that is answered when everything up to a position is handled. */
type Waiting = WorkPosition & { message: Msg; untilMs: number };

class LogWorker implements Worker {
  readonly #options: WorkerOptions;
  readonly #logger: Logger;
  readonly #wanted: ReadonlySet<FactKind | undefined> | undefined;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  /** Undefined until the connection exists. */
  #nats: NatsConnection | undefined;
  #waiting: Waiting[] = [];
  #running = false;
  /** Time of the last change by this replica, or possibly by the replica before it. */
  #workedAtMs = 0;
  /** Whether events are handled at this time, for which the lease must be held. */
  #isHandling = false;
  /** The epoch that was current at a revision of its record. While the revision is the same, it still is. */
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
    let lease: Lease | undefined;
    for (let attempt = 0; !signal.aborted; ) {
      try {
        const jsm = await jetstreamManager(nats, { checkAPI: false, timeout: 2000 });
        lease ??= await this.#openLease(nats, jsm);
        const acquired = await lease.acquire(() => this.#begin(jsm));
        attempt = 0;
        this.#running = acquired !== 'nothing to do';
        if (acquired === 'held') await this.#term(nats, jsm, lease);
        else if (acquired === 'held by another') nats.publish(logNames(prefix).standby(name));
      } catch (error) {
        attempt++;
        this.#running = false;
        this.#logger.warn({ err: error, worker: this.#options.name }, 'the worker lost NATS; retrying');
        this.#options.counters?.rebuilt();
      }
      await sleep(attempt === 0 ? STANDBY_MS : backoff(attempt, BACKOFF), signal).catch(() => undefined);
    }
    this.#running = false;
    await lease?.release().catch(() => undefined);
  }

  async #openLease(nats: NatsConnection, jsm: JetStreamManager): Promise<Lease> {
    const { prefix, name, storage = {} } = this.#options;
    await ensureStream(jsm, parkedStream(prefix, storage));
    const bucket = logNames(prefix).workerBucket;
    return new Lease(await openRecords({ nats, bucket, codec: leaseCodec, storage }), name, randomUUID());
  }

  /** Returns the position at which a worker starts when it runs for the first time. */
  async #begin(jsm: JetStreamManager): Promise<WorkPosition | undefined> {
    const current = await readEpoch(jsm, this.#options.prefix);
    const stream = current && (await findStream(jsm, current.stream));
    if (!stream) return undefined;
    const { first_seq: first, last_seq: last } = stream.state;
    const done = this.#options.from === 'head' ? last : Math.max(0, first - 1);
    return { epoch: current.epoch, after: endOf(done) };
  }

  /** Works for as long as the lease is held. */
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
        // The replica that stands by has seen the lease before this notice, and waits for its next renewal.
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
   * Works on the stream of the lease until another stream is current or the term of the lease ends. Returns false when
   * there was no stream.
   */
  async #workOn(
    jsm: JetStreamManager,
    lease: Lease,
    term: AbortSignal,
    endTerm: () => void,
  ): Promise<boolean> {
    const { epoch } = lease.position;
    const finished = new AbortController();
    let [stamp, handledAt] = [undefined as string | undefined, 0];
    let looks = 0;
    const endLooking = onRenewal(() => {
      // Without a follower each look asks NATS.
      if (!this.#options.follower && ++looks % 3 !== 0) return;
      // Only a stream without further entries can be finished.
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
        nats: this.#nats!,
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
          if (!term.aborted) stamp = messages[messages.length - 1]!.stamp;
        },
        onRebuilt: () => this.#options.counters?.rebuilt(),
        signal: AbortSignal.any([term, finished.signal]),
        logger: this.#logger,
      };
      const { follower } = this.#options;
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
        // Most handlers are synchronous. Awaiting each would cost an asynchronous step per event.
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
      if (!(await this.#flush(flush, term))) return;
      this.#workedAtMs = performance.now();
      tookTime = true;
      lease.position = { epoch, after: reached };
    }
    // A synchronous handler changed only memory and may run again, so the next renewal stores the position.
    if (tookTime) lease.save();
    if (this.#waiting.length > 0) this.#answer(lease);
  }

  /** Renews a lease that was not held during a rest. @returns whether this replica holds it */
  async #holds(lease: Lease): Promise<boolean> {
    await lease.renew().catch(() => undefined);
    return lease.isHeld();
  }

  /** Flushes until it succeeds. @returns false when the term ended first */
  async #flush(flush: NonNullable<WorkerOptions['flush']>, term: AbortSignal): Promise<boolean> {
    for (let failures = 1; !term.aborted; failures++) {
      try {
        await flush(term);
        return true;
      } catch (error) {
        if (term.aborted) return false;
        this.#options.counters?.failed();
        this.#logger.warn({ err: error }, 'the effects of events were not stored; retrying');
        await sleep(this.#delayAfter(failures), term).catch(() => undefined);
      }
    }
    return false;
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

  /** Handles an event. For an asynchronous handler it returns a promise, which is false when the term ended first. */
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
    const js = jetstream(this.#nats!, { timeout: 2000 });
    await js.publish(logNames(this.#options.prefix).parkedSubject(this.#options.name), data, {
      headers: reason,
    });
    this.#options.counters?.parked();
    this.#logger.error({ err: error, eventId: id }, 'an event was parked');
  }

  /** Returns whether the whole stream is handled and another one is current. */
  async #isFinished(jsm: JetStreamManager, { epoch, after }: WorkPosition): Promise<boolean> {
    const { prefix } = this.#options;
    const revision = await epochRevision(jsm, prefix);
    if (this.#current?.revision === revision && this.#current?.epoch === epoch) return false;
    const current = await readEpoch(jsm, prefix);
    if (!current) return false;
    if (current.epoch === epoch) {
      // The revision was read before the epoch. So a change since then has another revision.
      this.#current = { revision, epoch };
      return false;
    }
    const stream = await findStream(jsm, logNames(prefix).stream(epoch));
    return !stream || endOf(stream.state.last_seq) <= after;
  }

  /** Returns whether the follower of this process has learned recently that the relay writes to the epoch. */
  #isCurrent(epoch: string): boolean {
    const { follower } = this.#options;
    return follower?.position.epoch === epoch && follower.freshness.ageMs() <= 2 * REST_ANNOUNCE_MS;
  }

  /** Continues with the next epoch. Returns false while there is none. */
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
      return; // The message is not a request about the worker's progress.
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

/** Returns the sequence of the last entry that is completely handled. */
function readUpTo(after: number): number {
  const sequence = sequenceOf(after);
  return after === endOf(sequence) ? sequence : sequence - 1;
}
