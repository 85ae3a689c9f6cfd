import type { NatsConnection } from '@nats-io/transport-node';
import { logNames } from '@parley/event-log';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Announcer } from './announce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts an announcer for a log in which nothing is written. */
function start() {
  let ask = () => {};
  let announced = 0;
  const names = logNames('rest');
  const nats = {
    subscribe(subject: string, { callback }: { callback: (error: null) => void }) {
      if (subject === names.freshnessAsked) ask = () => callback(null);
      return { unsubscribe: () => undefined };
    },
    publish(subject: string) {
      if (subject === names.freshness) announced++;
    },
    isClosed: () => false,
  } as unknown as NatsConnection;
  const announcer = new Announcer({
    nats,
    prefix: 'rest',
    epoch: 'e',
    timeline: 1,
    session: 's',
    sequence: () => 1,
    receivedLsn: () => 100,
    isOutstanding: () => false,
    readSnapshot: async () => ({
      visible: { xmin: 1, xmax: 1, inProgress: [] },
      databaseTimeMs: Date.now(),
      walLsn: 100,
    }),
    ask: () => undefined,
    flush: async () => undefined,
    writesAllowed: () => true,
    onFailure: (error) => {
      throw error;
    },
    onAnnounced: () => undefined,
  });
  announcer.start();
  return {
    announcer,
    ask: () => ask(),
    /** Returns the number of announcements in the next `ms` milliseconds. */
    async during(ms: number) {
      const before = announced;
      await vi.advanceTimersByTimeAsync(ms);
      return announced - before;
    },
  };
}

it('announces rarely while no process uses the log', async () => {
  const { announcer, during } = start();
  await during(12_100);
  expect(await during(20_000)).toBeLessThanOrEqual(11);
  announcer.stop();
  expect(await during(20_000)).toBe(0);
});

it('announces immediately when a process requests it, and often for some seconds', async () => {
  const { announcer, ask, during } = start();
  await during(12_100);
  ask();
  expect(await during(5)).toBe(1);
  expect(await during(8_000)).toBeGreaterThanOrEqual(31);
  await during(3_000);
  expect(await during(20_000)).toBeLessThanOrEqual(11);
  announcer.stop();
});

it('announces often after an entry was published', async () => {
  const { announcer, during } = start();
  await during(12_100);
  announcer.used();
  expect(await during(1_050)).toBeGreaterThanOrEqual(4);
  announcer.stop();
});
