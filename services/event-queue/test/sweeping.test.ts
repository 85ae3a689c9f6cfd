import { silentLogger } from '@parley/core';
import { connectNats } from '@parley/event-log';
import { sharedServers, uniqueName } from '@parley/test-servers';
import { expect, it, vi } from 'vitest';
import { openStore } from '../src/queues/store.ts';

const record = (idleSeconds: number) => ({
  start: 256,
  idleSeconds,
  profile: '{}',
  snapshots: [],
  settledAt: 256,
  position: 256,
  channels: [],
  role: 400,
});

const keyOf = (userId: number) => `${userId}.secret`;

async function startStores(count: number) {
  const nats = await connectNats({ url: sharedServers().nats, name: 'test' });
  const options = {
    nats,
    prefix: uniqueName('eq'),
    epoch: '1',
    replicas: 1,
    maxIdleSeconds: 3_600,
    limits: { queuesPerPerson: 100, queues: 1_000 },
    logger: silentLogger,
  };
  const stores = await Promise.all(Array.from({ length: count }, () => openStore(options)));
  return { stores, reads: stores.map(({ records }) => vi.spyOn(records, 'get')), close: () => nats.close() };
}

const readOf = (spy: { mock: { calls: unknown[][] } }) =>
  spy.mock.calls.map(([key]) => key).filter((key) => key !== 'clock');

it('does not read the record of a queue before the queue can have expired, counted from its last use on this replica', async () => {
  const { stores, reads, close } = await startStores(2);
  const [first, second] = stores;
  for (let userId = 1; userId <= 5; userId++) await first!.create(userId, 'secret', record(3_600));
  const stored = await second!.get(keyOf(5));
  await second!.update(keyOf(5), record(3_600), stored!.revision);
  for (const spy of reads) spy.mockClear();
  for (let round = 0; round < 3; round++) for (const store of stores) expect(await store.sweep()).toBe(0);
  expect(readOf(reads[0]!)).toEqual([]);
  // The second store has neither read nor written the records 1 to 4, so it must read each of them once.
  expect(readOf(reads[1]!).sort()).toEqual([1, 2, 3, 4].map(keyOf));
  await close();
});

it('removes an expired queue, whichever replica wrote it, and keeps one that is used elsewhere', async () => {
  const { stores, close } = await startStores(2);
  const [first, second] = stores;
  for (const userId of [1, 2]) await first!.create(userId, 'secret', record(1));
  const { revision } = (await second!.get(keyOf(2)))!;
  await second!.update(keyOf(2), record(3_600), revision);
  await vi.waitFor(async () => expect(await first!.sweep()).toBe(1), { timeout: 60_000, interval: 50 });
  expect(await second!.get(keyOf(1))).toBeUndefined();
  expect((await first!.get(keyOf(2)))?.value.idleSeconds).toBe(3_600);
  await close();
});
