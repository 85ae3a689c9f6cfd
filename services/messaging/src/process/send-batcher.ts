import { errors, ParleyError } from '@parley/core';
import type { UserId } from '@parley/rules';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { NewMessage } from '../db/messages.ts';

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
 */
export type Batcher = {
  /**
   * Resolves with the ID of the message, or of the first message with the same send key.
   * @param deadline milliseconds since the Unix epoch
   * @throws BAD_REQUEST when a message of another sender has the send key; UNAVAILABLE when the message cannot be written now
   */
  send(message: NewMessage, deadline: number): Promise<number>;
  /** Rejects new sends from now on. Resolves when all earlier sends have settled. */
  drain(): Promise<void>;
};

export type BatcherOptions = {
  /** Inserts messages. Returns their IDs in the given order; undefined for a message whose send key exists already. */
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

/** Creates the batcher. A process has one. */
export function createBatcher(options: BatcherOptions): Batcher {
  const { write, find, statements = 4, rows = 64, waiting = 4_096, now = Date.now } = options;
  const queue: Item[] = [];
  let head = 0;
  let inFlight = 0;
  let draining: (() => void) | undefined;
  const waitingNow = () => queue.length - head;
  const sizes = new Histogram({
    name: 'parley_messaging_send_batch_messages',
    help: 'Messages written by one statement.',
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers: [options.registry],
  });
  const refused = new Counter({
    name: 'parley_messaging_sends_refused_total',
    help: 'Sends rejected because the queue was full or their deadline passed in it.',
    labelNames: ['reason'],
    registers: [options.registry],
  });
  new Gauge({
    name: 'parley_messaging_sends_waiting',
    help: 'Messages waiting to be written.',
    registers: [options.registry],
    collect() {
      this.set(waitingNow());
    },
  });

  function take(): Item[] {
    const batch: Item[] = [];
    let bytes = 0;
    while (head < queue.length && batch.length < rows && bytes < maxBatchBytes) {
      const item = queue[head++]!;
      if (item.deadline <= now()) {
        refused.inc({ reason: 'deadline' });
        item.reject(errors.unavailable());
        continue;
      }
      bytes += 2 * item.message.event.length;
      batch.push(item);
    }
    if (head === queue.length || head > 1_024) {
      queue.splice(0, head);
      head = 0;
    }
    return batch;
  }

  function fill(): void {
    while (inFlight < statements && waitingNow() > 0) {
      const batch = take();
      if (batch.length === 0) break;
      inFlight++;
      void run(batch).finally(() => {
        inFlight--;
        fill();
      });
    }
    if (inFlight === 0 && waitingNow() === 0) draining?.();
  }

  async function run(batch: readonly Item[]): Promise<void> {
    sizes.observe(batch.length);
    try {
      await writeAll(batch);
    } catch (error) {
      if (batch.length === 1 || error instanceof ParleyError) {
        for (const item of batch) item.reject(error);
        return;
      }
      for (const item of batch) await writeAll([item]).catch((own) => item.reject(own));
    }
  }

  async function writeAll(batch: readonly Item[]): Promise<void> {
    const ids = await write(batch.map(({ message }) => message));
    const repeated = batch.filter((_, index) => ids[index] === undefined);
    // The insert's snapshot may not contain the row with which it conflicted, so a separate statement reads the row.
    const first =
      repeated.length > 0 ? await find(repeated.map(({ message }) => message.sendKey)) : undefined;
    for (const [index, item] of batch.entries()) {
      const known = first?.get(item.message.sendKey);
      const id = ids[index] ?? (known?.senderId === item.message.senderId ? known.id : undefined);
      if (id !== undefined) item.resolve(id);
      else item.reject(errors.badRequest('The send key belongs to another message.'));
    }
  }

  let scheduled = false;
  /** Starts a statement at the end of this iteration of the event loop, so that it includes all sends until then. */
  function schedule(): void {
    if (scheduled || inFlight >= statements) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      fill();
    });
  }

  return {
    send(message, deadline) {
      if (draining) return Promise.reject(errors.unavailable('This server is shutting down.'));
      if (waitingNow() >= waiting) {
        refused.inc({ reason: 'full' });
        return Promise.reject(errors.unavailable());
      }
      return new Promise((resolve, reject) => {
        queue.push({ message, deadline, resolve, reject });
        schedule();
      });
    },
    drain() {
      return new Promise((resolve) => {
        draining = resolve;
        fill();
      });
    },
  };
}
