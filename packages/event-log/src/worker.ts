import {
  type AckPolicy,
  type Consumer,
  type ConsumerMessages,
  type DeliverPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { headers, type NatsConnection, nanos } from '@nats-io/transport-node';
import { backoff, type Logger, silentLogger, sleep } from '@parley/core';
import { decodeEntry, type Entry, type FollowedEvent } from './entry.ts';
import { readEpoch } from './epoch.ts';
import { isConsumerMissing } from './missing.ts';
import { ensureStream, findStream, logNames, parkedStream, type StorageOptions } from './streams.ts';

/** What a worker counts. */
export type WorkerCounters = {
  handled(): void;
  failed(): void;
  /** An event failed as often as permitted and was put aside. */
  parked(): void;
  rebuilt(): void;
};

export type WorkerOptions = {
  nats: NatsConnection;
  prefix: string;
  /** Name of the durable consumer; replicas with the same name share the work. Letters, digits, _ and -. */
  name: string;
  /** Where a worker that never ran before begins. */
  from: 'head' | 'start';
  /**
   * Does the side effect of one event. Comes again after a failure or a crash, also when it had succeeded:
   * idempotent by `event.id`. `signal` aborts when the worker stops.
   */
  handle: (event: FollowedEvent, signal: AbortSignal) => Promise<void>;
  /** Failures of one event after which it is parked; default 8. */
  maxFailures?: number;
  /** Delay after the first failure, doubling; default 200 ms, at most a minute. */
  retryBaseMs?: number;
  logger?: Logger;
  counters?: WorkerCounters;
  storage?: StorageOptions;
};

export type Worker = {
  /** Connected to its consumer. */
  running(): boolean;
  /**
   * Whether everything that is in the log now has been handled, here or by a replica, waiting for it up to
   * `withinMs`.
   */
  settled(withinMs: number): Promise<boolean>;
  stop(): Promise<void>;
};

/** After so long without a sign of life an entry is given to another replica. */
const ACK_WAIT_MS = 5000;
const WORKING_MS = 1500;
const BACKOFF = { baseMs: 100, maxMs: 5000 };
const RETRY_MAX_MS = 60_000;
const SETTLE = { baseMs: 10, maxMs: 100 };

/**
 * Runs side effects of events: durable, at least once, in order as long as nothing fails. An entry is
 * acknowledged when each of its events has been handled or parked; after a failure it comes again with growing
 * delay. A parked event is stored in the stream of parked events with the reason. When the log begins a new
 * epoch, the old stream is finished first.
 */
export function work(options: WorkerOptions): Worker {
  return new LogWorker(options);
}

class LogWorker implements Worker {
  readonly #options: WorkerOptions;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  /** Events of an entry that were handled before a later one failed, by sequence. */
  readonly #progress = new Map<number, { done: number; failures: number }>();
  /** The last entry finished here; a lost acknowledgement brings it again. */
  #finished = '';
  #running = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    this.#done = this.#run();
  }

  running(): boolean {
    return this.#running;
  }

  async settled(withinMs: number): Promise<boolean> {
    const { nats, prefix, name } = this.#options;
    const until = performance.now() + withinMs;
    try {
      const jsm = await jetstreamManager(nats, { checkAPI: false, timeout: 2000 });
      const epoch = await readEpoch(jsm, prefix);
      if (!epoch) return false;
      const { last_seq: head } = (await jsm.streams.info(epoch.stream)).state;
      for (let attempt = 0; ; attempt++) {
        const { ack_floor: floor } = await jsm.consumers.info(epoch.stream, name);
        if (floor.stream_seq >= head) return true;
        const wait = backoff(attempt, SETTLE);
        if (performance.now() + wait > until) return false;
        await sleep(wait, this.#stopping.signal);
      }
    } catch {
      return false;
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { nats } = this.#options;
    const { signal } = this.#stopping;
    for (let attempt = 0; !signal.aborted; ) {
      try {
        const jsm = await jetstreamManager(nats, { checkAPI: false, timeout: 2000 });
        const js = jetstream(nats, { timeout: 2000 });
        await ensureStream(jsm, parkedStream(this.#options.prefix, this.#options.storage));
        for (const stream of await this.#streams(jsm)) {
          attempt = 0;
          await this.#consumeStream(js, jsm, stream);
          if (signal.aborted) break;
        }
      } catch (error) {
        attempt++;
        this.#logger.warn(
          { err: error, worker: this.#options.name },
          'the worker lost its consumer; rebuilding',
        );
        this.#options.counters?.rebuilt();
      }
      this.#running = false;
      await sleep(backoff(attempt, BACKOFF), signal).catch(() => undefined);
    }
  }

  /** Streams to finish, oldest first: those of earlier epochs on which this worker already was, then the current. */
  async #streams(jsm: JetStreamManager): Promise<string[]> {
    const current = await readEpoch(jsm, this.#options.prefix);
    if (!current) return [];
    const streams = [current.stream];
    for (const earlier of current.earlier) {
      if (await this.#pendingOn(jsm, earlier)) streams.unshift(earlier);
    }
    return streams;
  }

  async #pendingOn(jsm: JetStreamManager, stream: string): Promise<boolean> {
    if (!(await findStream(jsm, stream))) return false;
    try {
      const info = await jsm.consumers.info(stream, this.#options.name);
      return info.num_pending + info.num_ack_pending > 0;
    } catch (error) {
      if (isConsumerMissing(error)) return false;
      throw error;
    }
  }

  /** Works on one stream until it is finished and another is current, or it fails. */
  async #consumeStream(js: JetStreamClient, jsm: JetStreamManager, stream: string): Promise<void> {
    const consumer = await this.#consumer(js, jsm, stream);
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const messages = await consumer.fetch({ max_messages: 1, expires: 2000, idle_heartbeat: 500 });
      const onAbort = () => messages.stop();
      signal.addEventListener('abort', onAbort, { once: true });
      this.#running = true;
      let received = 0;
      try {
        for await (const message of messages as ConsumerMessages) {
          received++;
          await this.#process(js, message, signal);
        }
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
      if (received === 0 && !signal.aborted && (await this.#isFinished(jsm, stream))) return;
    }
  }

  /** Nothing came for a while: whether another stream is to be worked on. */
  async #isFinished(jsm: JetStreamManager, stream: string): Promise<boolean> {
    const current = await readEpoch(jsm, this.#options.prefix);
    if (!current || current.stream === stream) return false;
    return !(await this.#pendingOn(jsm, stream));
  }

  async #consumer(js: JetStreamClient, jsm: JetStreamManager, stream: string): Promise<Consumer> {
    const { name, from } = this.#options;
    try {
      return await js.consumers.get(stream, name);
    } catch (error) {
      if (!isConsumerMissing(error)) throw error;
    }
    // A worker that has run on an earlier epoch must see all of this one.
    const ranBefore = await this.#ranBefore(jsm, stream);
    await jsm.consumers.add(stream, {
      durable_name: name,
      ack_policy: 'explicit' as AckPolicy,
      ack_wait: nanos(ACK_WAIT_MS),
      max_deliver: -1,
      max_ack_pending: 1,
      deliver_policy: (ranBefore || from === 'start' ? 'all' : 'new') as DeliverPolicy,
    });
    return await js.consumers.get(stream, name);
  }

  async #ranBefore(jsm: JetStreamManager, stream: string): Promise<boolean> {
    const current = await readEpoch(jsm, this.#options.prefix);
    for (const earlier of current?.earlier ?? []) {
      if (earlier === stream || !(await findStream(jsm, earlier))) continue;
      try {
        await jsm.consumers.info(earlier, this.#options.name);
        return true;
      } catch (error) {
        if (!isConsumerMissing(error)) throw error;
      }
    }
    return false;
  }

  async #process(js: JetStreamClient, message: JsMsg, signal: AbortSignal): Promise<void> {
    let entry: Entry;
    try {
      entry = decodeEntry(message.data, message.seq);
    } catch (error) {
      await this.#park(js, message.seq, message.data, error);
      message.ack();
      return;
    }
    const name = `${entry.epoch}/${entry.sequence}`;
    if (name === this.#finished) {
      message.ack();
      return;
    }
    const progress = this.#progress.get(entry.sequence) ?? { done: 0, failures: 0 };
    const working = setInterval(() => message.working(), WORKING_MS);
    try {
      while (progress.done < entry.events.length) {
        const event = entry.events[progress.done]!;
        try {
          await this.#options.handle(event, signal);
          this.#options.counters?.handled();
        } catch (error) {
          if (signal.aborted) {
            message.nak();
            return;
          }
          this.#options.counters?.failed();
          progress.failures++;
          if (progress.failures < (this.#options.maxFailures ?? 8)) {
            this.#progress.set(entry.sequence, progress);
            const delay = Math.min(
              RETRY_MAX_MS,
              (this.#options.retryBaseMs ?? 200) * 2 ** (progress.failures - 1),
            );
            this.#logger.warn({ err: error, eventId: event.id, delay }, 'the side effect of an event failed');
            message.nak(delay);
            return;
          }
          await this.#park(js, event.id, event.encoded, error);
        }
        progress.done++;
        progress.failures = 0;
      }
    } finally {
      clearInterval(working);
    }
    this.#finished = name;
    this.#progress.delete(entry.sequence);
    await message.ackAck();
  }

  async #park(js: JetStreamClient, id: number, data: Uint8Array, error: unknown): Promise<void> {
    const reason = headers();
    reason.set('Parley-Id', String(id));
    reason.set(
      'Parley-Reason',
      String(error instanceof Error ? error.message : error).replace(/[\r\n]+/g, ' '),
    );
    await js.publish(logNames(this.#options.prefix).parkedSubject(this.#options.name), data, {
      headers: reason,
    });
    this.#options.counters?.parked();
    this.#logger.error({ err: error, eventId: id }, 'an event was put aside');
  }
}
