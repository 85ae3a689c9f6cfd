import { silentLogger } from '@parley/core';
import type { Db, Query } from '@parley/db';
import type { Event } from '@parley/proto/events/v1/event';
import { expect, it } from 'vitest';
import { PresenceTracker } from './presence-tracker.ts';

it('a change of state is announced once, although the read after its write failed', async () => {
  const failure = { reads: 0 };
  const now = Math.floor(Date.now() / 1000);
  const fake = {
    one: async () => {
      if (failure.reads-- > 0) throw new Error('no connection');
      return { isDisabled: false, limitedGuestIds: [], updateId: 1 };
    },
    many: async ({ text }: Query) =>
      text.includes('insert into presences')
        ? [{ userId: 5, email: 'a@b', activeAt: now, idleAt: now, wasActiveAt: 0, wasIdleAt: 0 }]
        : [],
  };
  const sent: Event[] = [];
  const tracker = new PresenceTracker({
    db: fake as unknown as Db,
    logger: silentLogger,
    intervalMs: 600_000,
    listedPerSecond: 1_000,
    maxAnnounced: 1_000,
    send: (signal) => void sent.push(signal),
  });
  await tracker.start(new AbortController().signal);
  const pingNow = () => tracker.include({ principal: { userId: 5 }, presence: { isActive: true, at: now } });
  failure.reads = 1;
  await pingNow();
  expect(sent).toHaveLength(0);
  // The database answers later pings with the state that the first one has changed.
  fake.many = async ({ text }: Query) =>
    text.includes('insert into presences')
      ? [{ userId: 5, email: 'a@b', activeAt: now, idleAt: now, wasActiveAt: now, wasIdleAt: now }]
      : [];
  await pingNow();
  expect(sent).toHaveLength(1);
  await pingNow();
  expect(sent).toHaveLength(1);
  await tracker.stop();
});
