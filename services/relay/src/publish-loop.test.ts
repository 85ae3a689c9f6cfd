import { silentLogger } from '@parley/core';
import { OwnCommits, type Publisher } from '@parley/event-log';
import { type LogEntry, LoggedEvent } from '@parley/proto/events/v1/log';
import { until } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { PendingEvents } from './pending-events.ts';
import { Progress } from './progress.ts';
import { PublishLoop } from './publish-loop.ts';
import { SignalBuffer } from './signals.ts';
import type { CommitSnapshot } from './visibility.ts';

const committedAtUs = 1_700_000_000_000_000;
const transaction = (transactionId: number) => ({ transactionId, committedAtUs });

/** Runs a loop whose database shows the transactions below `shown.below`. */
function start() {
  const pending = new PendingEvents();
  const ownCommits = new OwnCommits();
  const stopping = new AbortController();
  const published: number[] = [];
  const shown = { below: 0, snapshots: 0 };
  const telemetry = { published: () => undefined, pending: () => undefined, dropped: () => undefined };
  const publisher = {
    async publish({ events }: LogEntry, lastSequence: number) {
      for (const { transactionId } of events) published.push(transactionId);
      return { kind: 'stored', sequence: lastSequence + 1 };
    },
  } as unknown as Publisher;
  const loop: PublishLoop = new PublishLoop({
    publisher,
    header: { epoch: 'e', session: 's', systemId: '1', timeline: 1, slotGeneration: 1 },
    maxEntryBytes: 1e6,
    pending,
    signals: new SignalBuffer(telemetry as never, () => loop.notify()),
    progress: new Progress({
      start: { sequence: 0, position: { commitLsn: 0, index: -1 }, endLsn: 0 },
      maxLead: 64,
      save: async () => 0,
      confirm: () => undefined,
      onFailure: (error) => {
        throw error;
      },
    }),
    readSnapshot: async (): Promise<CommitSnapshot> => {
      shown.snapshots++;
      return {
        visible: { xmin: shown.below, xmax: shown.below, inProgress: [] },
        databaseTimeMs: 0,
        walLsn: 1e9,
      };
    },
    ownCommits,
    connected: async () => undefined,
    onStored: () => undefined,
    telemetry: telemetry as never,
    logger: silentLogger,
    signal: stopping.signal,
  });
  const running = loop.run();
  return {
    ownCommits,
    published,
    shown,
    /** An event arrives from the write-ahead log. */
    arrive(transactionId: number) {
      pending.addEvent(
        LoggedEvent.fromPartial({
          ...transaction(transactionId),
          commitLsn: transactionId,
          event: Buffer.alloc(9),
        }),
      );
      loop.notify();
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      loop.notify();
      await running.catch(() => undefined);
    },
  };
}

it('asks the database for no snapshot for what this process has committed', async () => {
  await using relay = start();
  for (let id = 1; id <= 20; id++) {
    relay.ownCommits.add(transaction(id));
    relay.arrive(id);
    await until('the event', () => relay.published.length === id);
  }
  expect(relay.shown.snapshots).toBe(0);
  expect(relay.published).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

it('waits for an acknowledgement that arrives after the write-ahead log', async () => {
  await using relay = start();
  const { promise, resolve } = Promise.withResolvers<void>();
  const write = relay.ownCommits.during(async () => {
    await promise;
    relay.ownCommits.add(transaction(1));
  });
  relay.arrive(1);
  setImmediate(resolve);
  await write;
  await until('the event', () => relay.published.length === 1);
  expect(relay.shown.snapshots).toBe(0);
});

it('publishes nothing that neither this process nor the database shows, and nothing after it', async () => {
  await using relay = start();
  relay.ownCommits.add(transaction(1));
  relay.ownCommits.add(transaction(3));
  for (const id of [1, 2, 3]) relay.arrive(id);
  await until('the first event', () => relay.published.length === 1);
  await until('snapshots without the second', () => relay.shown.snapshots > 3);
  expect(relay.published).toEqual([1]);
  relay.shown.below = 3;
  await until('all events', () => relay.published.length === 3);
  expect(relay.published).toEqual([1, 2, 3]);
});
