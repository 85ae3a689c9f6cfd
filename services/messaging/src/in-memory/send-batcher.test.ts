import { errors } from '@parley/core';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { type NewMessage, SeenElsewhere } from '../db/messages.ts';
import { Batcher, type BatcherOptions } from './send-batcher.ts';

const message = (sendKey: string, senderId = 1) =>
  ({ sendKey, senderId, event: Buffer.alloc(10) }) as NewMessage;
const later = () => Date.now() + 60_000;

/** Creates a batcher with a fake writer, which assigns IDs in order and records its calls. */
function setup(over: Partial<BatcherOptions> = {}) {
  const written: string[][] = [];
  let id = 0;
  const batcher = new Batcher({
    write: async (messages) => {
      written.push(messages.map(({ sendKey }) => sendKey));
      return messages.map(() => ++id);
    },
    find: async () => new Map(),
    registry: new Registry(),
    ...over,
  });
  return { batcher, written };
}

describe('the batcher', () => {
  it('batches the sends of one iteration of the event loop, and puts those that arrive during a statement into the next batch', async () => {
    const gate = Promise.withResolvers<void>();
    const sizes: number[] = [];
    const { batcher } = setup({
      statements: 1,
      write: async (messages) => {
        sizes.push(messages.length);
        if (sizes.length === 1) await gate.promise;
        return messages.map((_, index) => index + 1);
      },
    });
    const first = [1, 2, 3].map((n) => batcher.send(message(`a${n}`), later()));
    await new Promise((done) => setImmediate(() => setImmediate(done)));
    const second = [1, 2, 3, 4, 5].map((n) => batcher.send(message(`b${n}`), later()));
    gate.resolve();
    await Promise.all([...first, ...second]);
    expect(sizes).toEqual([3, 5]);
  });

  it('respects its limits of rows and statements', async () => {
    let flying = 0;
    let most = 0;
    const { batcher } = setup({
      rows: 8,
      statements: 2,
      write: async (messages) => {
        most = Math.max(most, ++flying);
        expect(messages.length).toBeLessThanOrEqual(8);
        await new Promise((done) => setImmediate(done));
        flying--;
        return messages.map(() => 1);
      },
    });
    await Promise.all(Array.from({ length: 100 }, (_, n) => batcher.send(message(`k${n}`), later())));
    expect(most).toBe(2);
  });

  it('falls back to one statement per row when a row is invalid', async () => {
    const { batcher } = setup({
      write: async (messages) => {
        if (messages.some(({ sendKey }) => sendKey === 'bad')) throw new Error('bad row');
        return messages.map(() => 7);
      },
    });
    const results = await Promise.allSettled(
      ['good', 'bad', 'fine'].map((key) => batcher.send(message(key), later())),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('reports an unknown outcome without retrying', async () => {
    let calls = 0;
    const { batcher } = setup({
      write: async () => {
        calls++;
        throw errors.unavailable();
      },
    });
    const results = await Promise.allSettled(['a', 'b'].map((key) => batcher.send(message(key), later())));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls).toBe(1);
  });

  it('returns the first ID for a repeated key, to its sender only', async () => {
    const { batcher } = setup({
      write: async (messages) => messages.map(() => undefined),
      find: async () => new Map([['k', { id: 41, senderId: 1 }]]),
    });
    await expect(batcher.send(message('k'), later())).resolves.toBe(41);
    await expect(batcher.send(message('k', 2), later())).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('says that the message was moved that the sender saw, unless the key is known', async () => {
    const { batcher } = setup({
      write: async (messages) => messages.map(() => undefined),
      find: async () => new Map([['k', { id: 41, senderId: 1 }]]),
    });
    const seeing = (key: string) => ({ ...message(key), seenMessageId: 7 });
    await expect(batcher.send(seeing('k'), later())).resolves.toBe(41);
    await expect(batcher.send(seeing('other'), later())).rejects.toBeInstanceOf(SeenElsewhere);
  });

  it('rejects sends beyond the queue’s bound, after their deadline, and while draining', async () => {
    const gate = Promise.withResolvers<void>();
    const { batcher } = setup({
      statements: 1,
      waiting: 2,
      write: async (messages) => {
        await gate.promise;
        return messages.map(() => 1);
      },
    });
    const flying = batcher.send(message('a'), later());
    await new Promise((done) => setImmediate(() => setImmediate(done)));
    const waiting = batcher.send(message('b'), later());
    const late = batcher.send(message('c'), Date.now() - 1);
    await expect(batcher.send(message('d'), later())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const drained = batcher.drain();
    await expect(batcher.send(message('e'), later())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    gate.resolve();
    await drained;
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await Promise.all([flying, waiting])).toEqual([1, 1]);
  });
});
