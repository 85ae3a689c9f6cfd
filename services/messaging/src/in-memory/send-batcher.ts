import { errors, ParleyError } from '@parley/core';
import type { UserId } from '@parley/rules';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type NewMessage, SeenElsewhere } from '../db/messages.ts';

export type BatcherOptions = {
  /** Inserts messages. Returns their IDs in the given order; undefined for a message that was not inserted (`insertMessages`). */
  write(messages: readonly NewMessage[]): Promise<readonly (number | undefined)[]>;
  /** Finds messages by send key, for keys that existed already. */
  find(sendKeys: readonly string[]): Promise<ReadonlyMap<string, { id: number; senderId: UserId }>>;
  registry: Registry;
  /** Maximum number of statements that run concurrently. */
  statements?: number;
  /** Maximum number of messages in one statement. */
  rows?: number;
  /** Maximum number of messages in the queue. */
  waiting?: number;
  now?: () => number;
};

type Item = {
  message: NewMessage;
  deadline: number;
  resolve(id: number): void;
  reject(error: unknown): void;
};

/** Approximate maximum size of contents and events in one statement, in bytes. So batches of large messages have fewer rows. */
const maxBatchBytes = 4 * 1024 * 1024;

/**
 * Combines concurrent sends into few statements. Sends that arrive while statements run are collected in the next batch. This
 * costs no concurrency, because the order lock in the database lets only one of these statements write at a time.
 *
 * Invariants:
 * - Each send settles exactly once: with the message's ID, or with the error of its own row.
 * - A row that the database rejects does not fail the other rows: the batch is repeated with one statement per row.
 * - When the outcome is unknown because the connection was lost, the send fails with UNAVAILABLE. A retry with the same send
 *   key is safe.
 * - The queue has a maximum length, and no send waits in it beyond its deadline.
 *
 * A process has one.
 */
export class Batcher {
  readonly #options: BatcherOptions;
  readonly #statements: number;
  readonly #rows: number;
  readonly #waiting: number;
  readonly #now: () => number;
  readonly #metrics: ReturnType<typeof metrics>;
  readonly #queue: Item[] = [];
  /** Index of the first item that waits. Those before it are removed together. */
  #head = 0;
  #inFlight = 0;
  #isScheduled = false;
  #draining: (() => void) | undefined;

  constructor(options: BatcherOptions) {
    const { statements = 4, rows = 64, waiting = 4_096, now = Date.now } = options;
    this.#options = options;
    this.#statements = statements;
    this.#rows = rows;
    this.#waiting = waiting;
    this.#now = now;
    this.#metrics = metrics(options.registry, () => this.#waitingNow());
  }

  /**
   * Resolves with the ID of the message, or of the first message with the same send key.
   * @param deadline milliseconds since the Unix epoch
   * @throws BAD_REQUEST when a message of another sender has the send key; UNAVAILABLE when the message cannot be written now;
   * `SeenElsewhere` when the message that the sender saw was moved
   */
  send(message: NewMessage, deadline: number): Promise<number> {
    if (this.#draining) return Promise.reject(errors.unavailable('This server is shutting down.'));
    if (this.#waitingNow() >= this.#waiting) {
      this.#metrics.refused.inc({ reason: 'full' });
      return Promise.reject(errors.unavailable());
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ message, deadline, resolve, reject });
      this.#schedule();
    });
  }

  /** Rejects new sends from now on. Resolves when all earlier sends have settled. */
  drain(): Promise<void> {
    return new Promise((resolve) => {
      this.#draining = resolve;
      this.#fill();
    });
  }

  #waitingNow(): number {
    return this.#queue.length - this.#head;
  }

  #take(): Item[] {
    const batch: Item[] = [];
    let bytes = 0;
    while (batch.length < this.#rows && bytes < maxBatchBytes) {
      const item = this.#queue[this.#head];
      if (!item) break;
      this.#head++;
      if (item.deadline <= this.#now()) {
        this.#metrics.refused.inc({ reason: 'deadline' });
        item.reject(errors.unavailable());
        continue;
      }
      bytes += 2 * item.message.event.length;
      batch.push(item);
    }
    if (this.#waitingNow() === 0 || this.#head > 1_024) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
    return batch;
  }

  #fill(): void {
    while (this.#inFlight < this.#statements && this.#waitingNow() > 0) {
      const batch = this.#take();
      if (batch.length === 0) break;
      this.#inFlight++;
      void this.#run(batch).finally(() => {
        this.#inFlight--;
        this.#fill();
      });
    }
    if (this.#inFlight === 0 && this.#waitingNow() === 0) this.#draining?.();
  }

  async #run(batch: readonly Item[]): Promise<void> {
    this.#metrics.sizes.observe(batch.length);
    try {
      await this.#writeAll(batch);
    } catch (error) {
      if (batch.length === 1 || error instanceof ParleyError) {
        for (const item of batch) item.reject(error);
        return;
      }
      for (const item of batch) await this.#writeAll([item]).catch((own) => item.reject(own));
    }
  }

  async #writeAll(batch: readonly Item[]): Promise<void> {
    const { write, find } = this.#options;
    const ids = await write(batch.map(({ message }) => message));
    const repeated = batch.filter((_, index) => ids[index] === undefined);
    // The insert's snapshot may not contain the row with which it conflicted, so a separate statement reads the row.
    const first =
      repeated.length > 0 ? await find(repeated.map(({ message }) => message.sendKey)) : undefined;
    for (const [index, item] of batch.entries()) {
      const known = first?.get(item.message.sendKey);
      const id = ids[index] ?? (known?.senderId === item.message.senderId ? known.id : undefined);
      if (id !== undefined) item.resolve(id);
      else if (!known && item.message.seenMessageId !== undefined) item.reject(new SeenElsewhere());
      else item.reject(errors.badRequest('The send key belongs to another message.'));
    }
  }

  /** Starts a statement at the end of this iteration of the event loop, so that it includes all sends until then. */
  #schedule(): void {
    if (this.#isScheduled || this.#inFlight >= this.#statements) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#fill();
    });
  }
}

function metrics(registry: Registry, waiting: () => number) {
  const registers = [registry];
  new Gauge({
    name: 'parley_messaging_sends_waiting',
    help: 'Messages waiting to be written.',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  return {
    sizes: new Histogram({
      name: 'parley_messaging_send_batch_messages',
      help: 'Messages written by one statement.',
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
    refused: new Counter({
      name: 'parley_messaging_sends_refused_total',
      help: 'Sends rejected because the queue was full or their deadline passed in it.',
      labelNames: ['reason'],
      registers,
    }),
  };
}
