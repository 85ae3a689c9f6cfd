import type { JetStreamManager } from '@nats-io/jetstream';
import {
  createInbox,
  type Msg,
  type NatsConnection,
  nanos,
  type Subscription,
} from '@nats-io/transport-node';
import { backoff, every, itemAt, type Logger, onAbort, type Repeating, sleep } from '@parley/core';
import { watchStatus } from '../nats/nats-status.ts';
import { findStream } from '../nats/streams.ts';

export type StreamMessage = {
  sequence: number;
  data: Uint8Array;
  /** Time at which the server stored the message, in nanoseconds. With the sequence it identifies a message. */
  stamp: string;
  /** Number of stored messages that come after this one and were not delivered yet. */
  pending: number;
};

/** Why reading ended. */
export type ReaderVerdict =
  | { kind: 'stopped' }
  /** The stream does not exist. */
  | { kind: 'missing' }
  /** The next message is no longer in the stream. `first` is the oldest stored sequence, `last` the newest. */
  | { kind: 'gap'; first: number; last: number }
  /** The stream was restored to an older state: it ends before the last handled message, or has another message at that sequence. */
  | { kind: 'rolled-back'; last: number };

export type OrderedReaderOptions = {
  nats: NatsConnection;
  jsm: JetStreamManager;
  stream: string;
  /** Returns the sequence of the last handled message. `stamp` is that message's stamp if this process has read it. */
  position: () => { sequence: number; stamp?: string };
  /** Handles messages in order, each exactly once. It must not reject. Reading waits until it resolves. */
  onMessages: (messages: StreamMessage[]) => void | Promise<void>;
  /** Called with the last sequence of the stream each time a consumer was created. */
  onOpened: (lastSequence: number) => void;
  onRebuilt?: (reason: string) => void;
  signal: AbortSignal;
  logger: Logger;
};

/** Converts an RFC 3339 timestamp of the server to the form of `StreamMessage.stamp`. */
export function stampOf(timestamp: string): string {
  const match = /^(.+?)(?:\.(\d{1,9}))?Z$/.exec(timestamp);
  if (!match) return '';
  const seconds = BigInt(Date.parse(`${match[1]}Z`)) / 1000n;
  return (seconds * 1_000_000_000n + BigInt((match[2] ?? '').padEnd(9, '0'))).toString();
}

/** Milliseconds between heartbeats of the consumer. Each wakes up the process, and announcements detect gaps sooner. */
const HEARTBEAT_MS = 2000;
const SILENCE_MS = 3 * HEARTBEAT_MS;
const BACKOFF = { baseMs: 50, maxMs: 2000 };

/**
 * Reads a stream in order. The position is that of the last handled message. Reading continues through reconnects and lost
 * consumers. It ends when it is stopped, the connection is closed, the stream is missing or was restored to an older state, or a
 * message would have to be skipped. Invariants:
 * - `onMessages` receives each sequence once, in ascending order. NATS numbers the deliveries of a consumer. The reader
 *   creates a new consumer when a number is missing, when a heartbeat names another number, when the server is silent, and
 *   after a reconnect.
 * - A new consumer starts with the last handled message. The reader compares its timestamp and does not pass it on. A
 *   difference means that the stream was restored to an older state, even when it has grown beyond the position since.
 * - The reader answers a flow control request only after it has handled all earlier messages, so the server does not send
 *   faster than they are handled.
 */
export async function readInOrder(options: OrderedReaderOptions): Promise<ReaderVerdict> {
  const { signal, logger, stream } = options;
  for (let attempt = 0; ; ) {
    if (signal.aborted) return { kind: 'stopped' };
    try {
      const outcome = await readUntilBroken(options);
      if (typeof outcome !== 'string') return outcome;
      if (signal.aborted) return { kind: 'stopped' };
      options.onRebuilt?.(outcome);
      logger.debug({ stream, reason: outcome }, 'recreating the consumer');
      attempt = 0;
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped' };
      attempt++;
      logger.debug({ stream, err: error }, 'cannot read the log; retrying');
    }
    await sleep(backoff(attempt, BACKOFF), signal).catch(() => undefined);
  }
}

async function readUntilBroken(options: OrderedReaderOptions): Promise<ReaderVerdict | string> {
  const { nats, jsm, stream } = options;
  const info = await findStream(jsm, stream);
  if (!info) return { kind: 'missing' };
  const { sequence, stamp } = options.position();
  const { first_seq: first, last_seq: last } = info.state;
  if (last < sequence) return { kind: 'rolled-back', last };
  if (sequence + 1 < first) return { kind: 'gap', first, last };
  const verify = stamp !== undefined && sequence >= first && sequence > 0;
  const run = new Run(options, verify ? { sequence, stamp } : undefined);
  await using _closing = run;
  await run.subscribe();
  const consumer = await jsm.consumers.add(stream, {
    deliver_subject: run.inbox,
    deliver_policy: 'by_start_sequence',
    opt_start_seq: verify ? sequence : sequence + 1,
    ack_policy: 'none',
    max_deliver: 1,
    mem_storage: true,
    num_replicas: 1,
    flow_control: true,
    idle_heartbeat: nanos(HEARTBEAT_MS),
    inactive_threshold: nanos(10_000),
  });
  run.consumer = consumer.name;
  options.onOpened(last);
  const outcome = await run.broken;
  // The server removes a consumer without a subscriber itself, so a failure does not matter.
  if (!nats.isClosed()) jsm.consumers.delete(stream, consumer.name).catch(() => undefined);
  return outcome;
}

type Item = StreamMessage | { flowReply: string };

/** Reads with one consumer until this consumer can no longer be used. */
class Run implements AsyncDisposable {
  readonly inbox = createInbox();
  readonly broken: Promise<ReaderVerdict | string>;
  consumer = '';
  readonly #options: OrderedReaderOptions;
  readonly #break: (outcome: ReaderVerdict | string) => void;
  #expected: { sequence: number; stamp: string } | undefined;
  #subscription: Subscription | undefined;
  #delivered = 0;
  #items: Item[] = [];
  #pumping = false;
  #over = false;
  #lastHeardMs = performance.now();
  #silence: Repeating | undefined;
  readonly #statuses: { stop(): void };
  readonly #offAbort: () => void;
  #pumped: Promise<void> = Promise.resolve();

  constructor(options: OrderedReaderOptions, expected: { sequence: number; stamp: string } | undefined) {
    this.#options = options;
    this.#expected = expected;
    const { promise, resolve } = Promise.withResolvers<ReaderVerdict | string>();
    this.broken = promise;
    this.#break = (outcome) => {
      this.#over = true;
      resolve(outcome);
    };
    this.#statuses = watchStatus(options.nats, (type) => {
      if (type === 'reconnect') this.#break('reconnected');
      if (type === 'close') this.#break({ kind: 'stopped' });
    });
    this.#offAbort = onAbort(options.signal, () => this.#break({ kind: 'stopped' }));
  }

  async subscribe(): Promise<void> {
    this.#subscription = this.#options.nats.subscribe(this.inbox, {
      callback: (error, message) => (error ? this.#break(error.message) : this.#receive(message)),
    });
    this.#lastHeardMs = performance.now();
    this.#silence = every(HEARTBEAT_MS, () => {
      if (performance.now() - this.#lastHeardMs > SILENCE_MS && !this.#pumping) this.#break('silence');
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over = true;
    this.#silence?.stop();
    this.#statuses.stop();
    this.#offAbort();
    this.#subscription?.unsubscribe();
    await this.#pumped;
  }

  #receive(message: Msg): void {
    if (this.#over) return;
    this.#lastHeardMs = performance.now();
    if (message.data.length === 0 && message.headers && message.headers.code !== 0) {
      this.#status(message);
      return;
    }
    // The reply subject is $JS.ACK.<stream>.<consumer>.<deliveries>.<stream seq>.<consumer seq>.<timestamp>.<pending>. Newer
    // servers insert the domain and account before the stream, and may append further tokens.
    const tokens = (message.reply ?? '').split('.');
    const shift = tokens.length === 9 ? 0 : 2;
    const sequence = Number(tokens[5 + shift]);
    const delivery = Number(tokens[6 + shift]);
    if (delivery !== this.#delivered + 1) {
      this.#break('a message was missed');
      return;
    }
    this.#delivered = delivery;
    const stamp = tokens[7 + shift] ?? '';
    if (this.#expected) {
      const same = sequence === this.#expected.sequence && stamp === this.#expected.stamp;
      this.#expected = undefined;
      if (!same) this.#break({ kind: 'rolled-back', last: sequence });
      return;
    }
    this.#items.push({ sequence, data: message.data, stamp, pending: Number(tokens[8 + shift]) });
    this.#schedule();
  }

  #status(message: Msg): void {
    const { headers } = message;
    if (headers?.code !== 100) {
      this.#break(`the server said ${headers?.code} ${headers?.description}`);
      return;
    }
    if (message.reply) {
      // The request is queued among the messages, so that it is answered after the messages before it are handled.
      this.#items.push({ flowReply: message.reply });
      this.#schedule();
      return;
    }
    const stalled = headers.get('Nats-Consumer-Stalled');
    if (stalled) {
      this.#items.push({ flowReply: stalled });
      this.#schedule();
    }
    const sent = headers.get('Nats-Last-Consumer');
    if (sent !== '' && Number(sent) !== this.#delivered) this.#break('messages were missed');
  }

  #schedule(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    // Handling starts in a microtask, when all messages of one socket read have arrived, so that they form one batch.
    this.#pumped = Promise.resolve().then(() => this.#pump());
  }

  async #pump(): Promise<void> {
    try {
      while (this.#items.length > 0 && !this.#options.signal.aborted) {
        const items = this.#items;
        this.#items = [];
        for (let at = 0; at < items.length; ) {
          const item = itemAt(items, at);
          if ('flowReply' in item) {
            this.#options.nats.publish(item.flowReply);
            at++;
            continue;
          }
          let end = at + 1;
          while (end < items.length && !('flowReply' in itemAt(items, end))) end++;
          const handled = this.#options.onMessages(items.slice(at, end) as StreamMessage[]);
          if (handled) await handled;
          at = end;
        }
      }
    } catch (error) {
      this.#options.logger.error({ err: error }, 'handling entries of the log failed');
      this.#break('handling failed');
    } finally {
      this.#pumping = false;
      this.#lastHeardMs = performance.now();
    }
  }
}
