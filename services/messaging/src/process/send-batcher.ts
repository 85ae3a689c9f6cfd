import { errors, ParleyError } from '@parley/core';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { NewMessage } from '../db/messages.ts';

/**
 * Gathers concurrent sends into few statements. While statements are in flight the next batch fills; the order
 * lock makes them take turns in the database anyway.
 *
 * Invariants:
 * - Each message is answered exactly once: with its ID, or with the error of its own row.
 * - A row that a statement refuses does not take others with it: the batch falls back to single statements.
 * - When the outcome is unknown (the connection was lost), the sender hears UNAVAILABLE and may repeat with the
 *   same send key; the key decides.
 * - Nobody waits beyond their deadline in the queue, and the queue is bounded.
 */
export type Batcher = {
  /** Resolves with the message's ID, or that of the first message with the same key. */
  send(message: NewMessage, deadline: number): Promise<number>;
  /** Takes nothing new and resolves when everything taken is answered. */
  drain(): Promise<void>;
};

export type BatcherOptions = {
  /** Writes messages; IDs in the order given, undefined where the key was there already. */
  write(messages: readonly NewMessage[]): Promise<readonly (number | undefined)[]>;
  /** Finds messages by key; asked after a write that met their keys. */
  find(sendKeys: readonly string[]): Promise<ReadonlyMap<string, { id: number; senderId: number }>>;
  registry: Registry;
  /** Statements in flight at most. */
  statements?: number;
  /** Rows of a statement at most. */
  rows?: number;
  /** Messages that may wait. */
  waiting?: number;
  now?: () => number;
};

type Item = {
  message: NewMessage;
  deadline: number;
  resolve(id: number): void;
  reject(error: unknown): void;
};

/** Bytes of content and events in one statement: large messages travel in smaller batches. */
const maxBatchBytes = 4 * 1024 * 1024;

/** Gathers concurrent sends into statements: while some are written, the next come together. */
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
    help: 'Sends refused because too many were waiting or waited too long.',
    labelNames: ['reason'],
    registers: [options.registry],
  });
  new Gauge({
    name: 'parley_messaging_sends_waiting',
    help: 'Messages that wait to be written.',
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
    // A statement of its own: what the insert ran into may be newer than that one's snapshot.
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
  /** Sends of one turn of the event loop go together. */
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
