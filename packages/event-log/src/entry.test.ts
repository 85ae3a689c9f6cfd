import { Event } from '@parley/proto/events/v1/event';
import { LogEntry, type LoggedEvent } from '@parley/proto/events/v1/log';
import { expect, it } from 'vitest';
import { decodeEntry, fitEntry } from './entry.ts';

const logged = (bytes: number, index = 0): LoggedEvent => ({
  commitLsn: 2 ** 52,
  index,
  transactionId: 2 ** 40,
  assignedId: 2 ** 40,
  committedAtUs: 1_800_000_000_000_000,
  event: Buffer.alloc(bytes),
});

/** Entries one after the other, as the relay makes them. */
function packed(events: readonly LoggedEvent[], maxBytes: number): LoggedEvent[][] {
  const entries: LoggedEvent[][] = [];
  for (let start = 0; start < events.length; start += entries.at(-1)!.length) {
    entries.push(events.slice(start, start + fitEntry(events, start, maxBytes)));
  }
  return entries;
}

it('packs at most 256 events and at most so many bytes, in order, losing none', () => {
  const events = Array.from({ length: 1000 }, (_, index) => logged(index % 7 === 0 ? 3000 : 10, index));
  const entries = packed(events, 20_000);
  expect(entries.flat()).toEqual(events);
  for (const entry of entries) {
    expect(entry.length).toBeLessThanOrEqual(256);
    expect(LogEntry.encode(LogEntry.fromPartial({ events: entry })).finish().length).toBeLessThanOrEqual(
      20_000,
    );
  }
  expect(packed([], 1000)).toEqual([]);
  expect(
    packed(
      Array.from({ length: 600 }, () => logged(1)),
      2 ** 20,
    ).map(({ length }) => length),
  ).toEqual([256, 256, 88]);
});

it('puts an event larger than an entry into one of its own', () => {
  expect(fitEntry([logged(5000), logged(1)], 0, 100)).toBe(1);
  expect(fitEntry([logged(1), logged(5000)], 0, 100)).toBe(1);
});

it('decodes an entry into events with IDs, and events on first use', () => {
  const event = Event.fromPartial({ kind: 'messaging.message.sent' });
  const entry = LogEntry.fromPartial({
    epoch: 'e1',
    session: 's',
    events: [
      { ...logged(0), event: Buffer.from(Event.encode(event).finish()) },
      { ...logged(0, 1), event: Buffer.from([0xff]) },
    ],
  });
  const decoded = decodeEntry(LogEntry.encode(entry).finish(), 7);
  expect(decoded).toMatchObject({ sequence: 7, epoch: 'e1', session: 's' });
  expect(decoded.events.map(({ id }) => id)).toEqual([7 * 256, 7 * 256 + 1]);
  expect(decoded.events[0]).toMatchObject({
    transactionId: 2 ** 40,
    assignedId: 2 ** 40,
    commitLsn: 2 ** 52,
  });
  expect(decoded.events[0]!.event).toEqual(event);
  expect(() => decoded.events[1]!.event).toThrow();
  // Texts are remembered from entry to entry, as long as they are the same.
  const later = { ...entry, epoch: 'e2', session: 't' };
  expect(decodeEntry(LogEntry.encode(later).finish(), 8)).toMatchObject({ epoch: 'e2', session: 't' });
  expect(decodeEntry(LogEntry.encode(entry).finish(), 9)).toMatchObject({ epoch: 'e1', session: 's' });
});
