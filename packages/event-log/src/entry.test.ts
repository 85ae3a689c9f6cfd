import { Event } from '@parley/proto/events/v1/event';
import { LogEntry, type LoggedEvent } from '@parley/proto/events/v1/log';
import { expect, it } from 'vitest';
import { decodeEntry, loggedSize } from './entry.ts';

const logged = (bytes: number, index = 0): LoggedEvent => ({
  commitLsn: 2 ** 52,
  index,
  transactionId: 2 ** 40,
  assignedId: 2 ** 40,
  committedAtUs: 1_800_000_000_000_000,
  event: Buffer.alloc(bytes),
});

it('is never larger than its events are said to be', () => {
  for (const bytes of [0, 1, 127, 128, 20_000, 2 ** 19]) {
    const events = Array.from({ length: 256 }, (_, index) => logged(bytes, index));
    const said = events.reduce((sum, event) => sum + loggedSize(event), 0);
    expect(LogEntry.encode(LogEntry.fromPartial({ events })).finish().length).toBeLessThanOrEqual(said);
  }
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
