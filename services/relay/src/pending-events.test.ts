import { LoggedEvent } from '@parley/proto/events/v1/log';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PendingEvents } from './pending-events.ts';
import { type CommitSnapshot, visibleIn } from './visibility.ts';

const event = (commitLsn: number, transactionId: number, index = 0) =>
  LoggedEvent.fromPartial({ commitLsn, transactionId, index, event: Buffer.alloc(10) });

const snapshot = (xmax: number, inProgress: number[] = [], walLsn = 10_000): CommitSnapshot => ({
  visible: { xmin: Math.min(xmax, ...inProgress), xmax, inProgress },
  databaseTimeMs: 0,
  walLsn,
});

it('returns the longest visible prefix: events after a hidden transaction wait with it', () => {
  const pending = new PendingEvents();
  for (const [lsn, transaction] of [
    [100, 1],
    [200, 3],
    [300, 2],
  ] as const) {
    pending.addEvent(event(lsn, transaction));
    pending.addEnd(lsn + 50);
  }
  expect(pending.takeVisible(visibleIn(snapshot(10, [3])), 256, 1e6)).toMatchObject({
    events: [{ commitLsn: 100 }],
    endLsn: 150,
  });
  expect(pending.hasVisible(snapshot(10, [3]))).toBe(true);
  expect(pending.hasVisible(snapshot(10, [2, 3]))).toBe(false);
  expect(pending.takeVisible(visibleIn(snapshot(10, [3])), 256, 1e6)).toEqual({ events: [] });
  expect(pending.takeVisible(visibleIn(snapshot(10)), 256, 1e6)).toMatchObject({
    events: [{ commitLsn: 200 }, { commitLsn: 300 }],
    endLsn: 350,
  });
  expect(pending.isEmpty).toBe(true);
});

it('does not confirm a transaction while a part of it is pending', () => {
  const pending = new PendingEvents();
  for (let index = 0; index < 3; index++) pending.addEvent(event(100, 1, index));
  pending.addEnd(150);
  expect(pending.takeVisible(visibleIn(snapshot(10)), 2, 1e6).endLsn).toBeUndefined();
  expect(pending.takeVisible(visibleIn(snapshot(10)), 2, 1e6).endLsn).toBe(150);
});

it('ignores events that were committed after the snapshot', () => {
  const pending = new PendingEvents();
  pending.addEvent(event(500, 1));
  expect(pending.hasVisible(snapshot(10, [], 400))).toBe(false);
  expect(pending.hasVisible(snapshot(10, [], 600))).toBe(true);
});

it('returns every event once and in order, for any sizes of the portions', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 60 }), (portions) => {
      const pending = new PendingEvents();
      const total = 5000;
      for (let n = 0; n < total; n++) {
        pending.addEvent(event(n + 1, 1));
        pending.addEnd(n + 2);
      }
      const taken: number[] = [];
      const take = (count: number) => {
        for (const { commitLsn } of pending.takeVisible(visibleIn(snapshot(10)), count, 1e9).events)
          taken.push(commitLsn);
      };
      for (const count of portions) take(count);
      while (!pending.isEmpty) take(256);
      expect(taken).toEqual(Array.from({ length: total }, (_, n) => n + 1));
      expect([pending.events, pending.bytes]).toEqual([0, 0]);
    }),
    { numRuns: 10 },
  );
});
