import { silentLogger } from '@parley/core';
import type { Db, Query } from '@parley/db';
import type { Event } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';
import { expect, it } from 'vitest';
import { PresenceTracker } from './presence-tracker.ts';

const now = Math.floor(Date.now() / 1000);

/** Starts a tracker with a fake database, to which one person writes that they are active. */
async function start() {
  const database = { failingReads: 0, writes: 0 };
  const one = async () => {
    if (database.failingReads-- > 0) throw new Error('no connection');
    return { isDisabled: false, limitedGuestIds: [], updateId: 1 };
  };
  const many = async ({ text }: Query) => {
    if (!text.includes('insert into presences')) return [];
    // Only the first write changes the state.
    const before = database.writes++ === 0 ? 0 : now;
    return [{ userId: 5, email: 'a@b', activeAt: now, idleAt: now, wasActiveAt: before, wasIdleAt: before }];
  };
  const sent: Event[] = [];
  const tracker = new PresenceTracker({
    db: { one, many, execute: async () => 1 } as unknown as Db,
    logger: silentLogger,
    intervalMs: 600_000,
    listedPerSecond: 1_000,
    maxAnnounced: 1_000,
    send: (signal) => void sent.push(signal),
  });
  await tracker.start(new AbortController().signal);
  const ping = (userId: UserId) =>
    tracker.include({ principal: { userId }, presence: { isActive: true, at: now } });
  return { database, tracker, sent, ping };
}

it('a change of state is announced once, although the read after its write failed', async () => {
  const { database, tracker, sent, ping } = await start();
  database.failingReads = 1;
  await ping(5);
  expect(sent).toHaveLength(0);
  await ping(5);
  expect(sent).toHaveLength(1);
  await ping(5);
  expect(sent).toHaveLength(1);
  await tracker.stop();
});

it('a change of state is not announced when the person hid their presence before the announcement', async () => {
  const { database, tracker, sent, ping } = await start();
  database.failingReads = 1;
  await ping(5);
  await tracker.setVisible(5, false);
  await ping(6);
  expect(sent).toHaveLength(0);
  await tracker.stop();
});
