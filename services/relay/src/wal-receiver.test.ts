import { silentLogger } from '@parley/core';
import { encodeFrame } from '@parley/event-log/testing';
import { expect, it } from 'vitest';
import { PendingEvents } from './pending-events.ts';
import { type CommitSnapshot, visibleIn } from './visibility.ts';
import { LeadMismatchError, type ReceiveStart, WalReceiver } from './wal-receiver.ts';

const everything: CommitSnapshot = {
  visible: { xmin: 1e9, xmax: 1e9, inProgress: [] },
  databaseTimeMs: 0,
  walLsn: 1e12,
};

const int64 = (value: number) => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64BE(BigInt(value));
  return buffer;
};

function create() {
  const pending = new PendingEvents();
  const failures: Error[] = [];
  const connection = {
    paused: false,
    setPaused(paused: boolean) {
      this.paused = paused;
    },
  };
  const walReceiver = new WalReceiver({
    connection,
    pending,
    maxPendingBytes: 1000,
    telemetry: { unreadableFrame: () => undefined },
    logger: silentLogger,
    onActivity: () => undefined,
    onFailure: (error) => void failures.push(error),
  });
  const transaction = (lsn: number, transactionId: number, count: number) => {
    walReceiver.onData(Buffer.concat([Buffer.from('B'), int64(lsn), int64(0), Buffer.alloc(4)]));
    for (let n = 0; n < count; n++) {
      const frame = encodeFrame({
        transactionId,
        assignedId: n,
        committedAtUs: 0,
        event: Buffer.from('event'),
      });
      const length = Buffer.alloc(4);
      length.writeUInt32BE(frame.length);
      walReceiver.onData(
        Buffer.concat([Buffer.from('M\x01'), int64(lsn), Buffer.from('parley\0'), length, frame]),
      );
    }
    walReceiver.onData(Buffer.concat([Buffer.from('C\0'), int64(lsn), int64(lsn + 8), int64(0)]));
  };
  const taken = () =>
    pending
      .takeVisible(visibleIn(everything), 256, 1e9)
      .events.map(({ commitLsn, index }) => `${commitLsn}/${index}`);
  return { walReceiver, pending, failures, connection, transaction, taken };
}

const start = (changes: Partial<ReceiveStart> = {}): ReceiveStart => ({
  position: { commitLsn: 200, index: 0 },
  covered: { commitLsn: 100, index: 1 },
  expected: new Map([[200, { transactionId: 7 }]]),
  timelines: { timeline: 1, history: [] },
  ...changes,
});

it('buffers messages that arrive before it begins, and skips events that are in the stream', () => {
  const { walReceiver, transaction, taken, failures } = create();
  transaction(100, 6, 2);
  transaction(200, 7, 2);
  expect(taken()).toEqual([]);
  walReceiver.begin(start());
  transaction(300, 8, 1);
  expect(taken()).toEqual(['200/1', '300/0']);
  expect(walReceiver.receivedLsn).toBe(308);
  expect(failures).toEqual([]);
});

it.each([
  ['another transaction at the place', (t: (lsn: number, id: number, n: number) => void) => t(200, 9, 1)],
  ['a transaction in between', (t: (lsn: number, id: number, n: number) => void) => t(150, 9, 1)],
  ['later ones without the expected one', (t: (lsn: number, id: number, n: number) => void) => t(300, 9, 1)],
])('refuses a slot that delivers %s', (_name, send) => {
  const { walReceiver, transaction, failures } = create();
  walReceiver.begin(start());
  send(transaction);
  expect(failures[0]).toBeInstanceOf(LeadMismatchError);
});

it('marks each event with the timeline on which it was committed', () => {
  const { walReceiver, transaction, pending } = create();
  walReceiver.begin(start({ timelines: { timeline: 2, history: [{ timeline: 1, endLsn: 300 }] } }));
  transaction(200, 7, 2);
  transaction(299, 8, 1);
  transaction(300, 6, 1);
  const { events } = pending.takeVisible(visibleIn(everything), 256, 1e9);
  expect(events.map(({ commitLsn, timeline }) => [commitLsn, timeline])).toEqual([
    [200, 1],
    [299, 1],
    [300, 2],
  ]);
});

it('stops reading when too much is pending, and resumes when there is space', () => {
  const { walReceiver, connection, transaction, taken } = create();
  walReceiver.begin(
    start({ expected: new Map(), position: { commitLsn: 0, index: 0 }, covered: { commitLsn: 0, index: 0 } }),
  );
  transaction(300, 8, 20);
  expect(connection.paused).toBe(true);
  walReceiver.resumeWhenDrained();
  expect(connection.paused).toBe(true);
  taken();
  walReceiver.resumeWhenDrained();
  expect(connection.paused).toBe(false);
});

it('reports bytes that it cannot decode instead of dropping them silently', () => {
  const { walReceiver, failures } = create();
  walReceiver.begin(start());
  walReceiver.onData(Buffer.from('M\x01short'));
  expect(failures).toHaveLength(1);
});
