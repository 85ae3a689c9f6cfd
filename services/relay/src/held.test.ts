import { LoggedEvent } from '@parley/proto/events/v1/log';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Held } from './held.ts';
import type { Moment } from './visibility.ts';

const event = (commitLsn: number, transactionId: number, index = 0) =>
  LoggedEvent.fromPartial({ commitLsn, transactionId, index, event: Buffer.alloc(10) });

const moment = (xmax: number, inProgress: number[] = [], walLsn = 10_000): Moment => ({
  snapshot: { xmin: Math.min(xmax, ...inProgress), xmax, inProgress },
  databaseTimeMs: 0,
  walLsn,
});

it('gives the longest visible prefix: what comes after a hidden transaction waits with it', () => {
  const held = new Held();
  for (const [lsn, transaction] of [
    [100, 1],
    [200, 3],
    [300, 2],
  ] as const) {
    held.addEvent(event(lsn, transaction));
    held.addEnd(lsn + 50);
  }
  expect(held.takeVisible(moment(10, [3]), 256, 1e6)).toMatchObject({
    events: [{ commitLsn: 100 }],
    endLsn: 150,
  });
  expect(held.holdsVisible(moment(10, [3]))).toBe(true);
  expect(held.holdsVisible(moment(10, [2, 3]))).toBe(false);
  expect(held.takeVisible(moment(10, [3]), 256, 1e6)).toEqual({ events: [] });
  expect(held.takeVisible(moment(10), 256, 1e6)).toMatchObject({
    events: [{ commitLsn: 200 }, { commitLsn: 300 }],
    endLsn: 350,
  });
  expect(held.isEmpty).toBe(true);
});

it('does not confirm a transaction of which a part still waits', () => {
  const held = new Held();
  for (let index = 0; index < 3; index++) held.addEvent(event(100, 1, index));
  held.addEnd(150);
  expect(held.takeVisible(moment(10), 2, 1e6).endLsn).toBeUndefined();
  expect(held.takeVisible(moment(10), 2, 1e6).endLsn).toBe(150);
});

it('ignores what was committed after the moment', () => {
  const held = new Held();
  held.addEvent(event(500, 1));
  expect(held.holdsVisible(moment(10, [], 400))).toBe(false);
  expect(held.holdsVisible(moment(10, [], 600))).toBe(true);
});

it('gives everything once and in order, in whatever portions it is taken', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 60 }), (portions) => {
      const held = new Held();
      const total = 5000;
      for (let n = 0; n < total; n++) {
        held.addEvent(event(n + 1, 1));
        held.addEnd(n + 2);
      }
      const taken: number[] = [];
      const take = (count: number) => {
        for (const { commitLsn } of held.takeVisible(moment(10), count, 1e9).events) taken.push(commitLsn);
      };
      for (const count of portions) take(count);
      while (!held.isEmpty) take(256);
      expect(taken).toEqual(Array.from({ length: total }, (_, n) => n + 1));
      expect([held.events, held.bytes]).toEqual([0, 0]);
    }),
    { numRuns: 10 },
  );
});
