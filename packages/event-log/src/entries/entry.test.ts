import { Event } from '@parley/proto/events/v1/event';
import { LogEntry, type LoggedEvent } from '@parley/proto/events/v1/log';
import { expect, it } from 'vitest';
import { decodeEntry, type Entry, loggedSize } from './entry.ts';
import type { FactValue } from './fact-kinds.ts';
import { outlineOf } from './outline.ts';
import { transactionKey } from './snapshot.ts';

const logged = (bytes: number, index = 0): LoggedEvent => ({
  commitLsn: 2 ** 52,
  index,
  transactionId: 2 ** 40,
  assignedId: 2 ** 40,
  committedAtUs: 1_800_000_000_000_000,
  event: Buffer.alloc(bytes),
  timeline: 2 ** 31 - 1,
});

const largestOutline = {
  factNumber: 2 ** 28,
  message: { channelId: 2 ** 52, sentAt: 2 ** 52, linksUploads: true, mentionsNobody: true },
};

it('an entry is never larger than the bound that is computed from its events', () => {
  for (const bytes of [0, 1, 127, 128, 20_000, 2 ** 19]) {
    const events = Array.from({ length: 256 }, (_, index) => logged(bytes, index));
    const declared = events.reduce((sum, event) => sum + loggedSize(event), 0);
    const outlines = events.map(() => largestOutline);
    expect(LogEntry.encode(LogEntry.fromPartial({ events, outlines })).finish().length).toBeLessThanOrEqual(
      declared,
    );
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
    transactionId: transactionKey(2 ** 40, 2 ** 31 - 1),
    assignedId: 2 ** 40,
    commitLsn: 2 ** 52,
  });
  expect(decoded.events[0]!.event).toEqual(event);
  expect(() => decoded.events[1]!.event).toThrow();
});

it('reads the same values from an entry of an earlier release, which has no outlines', () => {
  const events = ['messageSent', 'userChanged', undefined].map((kind, index) => {
    const value = { $case: kind, [String(kind)]: {} } as unknown as FactValue;
    const event = Event.fromPartial({ kind: 'a.b.c', ...(kind && { fact: { value } }) });
    return { ...logged(0, index), event: Event.encode(event).finish() };
  });
  const earlier = LogEntry.fromPartial({ epoch: 'e1', session: 's', events });
  const present = { ...earlier, outlines: events.map(({ event }) => outlineOf(event)) };
  const [before, now] = [earlier, present].map((entry) => decodeEntry(LogEntry.encode(entry).finish(), 7));
  const seen = ({ events: followed }: Entry) =>
    followed.map(({ id, factKind, message, fact, event, commitLsn }) => ({
      ...{ id, factKind, message, fact, event, commitLsn },
    }));
  expect(seen(before!)).toEqual(seen(now!));
  expect(now!.events.map(({ factKind }) => factKind)).toEqual(['messageSent', 'userChanged', undefined]);
});

it('decodes no event until the event is used', () => {
  const event = { ...logged(0), event: Uint8Array.from([0xff]) };
  const outlines = [{ factNumber: 2, message: undefined }];
  const bytes = LogEntry.encode(LogEntry.fromPartial({ events: [event], outlines })).finish();
  const [followed] = decodeEntry(bytes, 1).events;
  expect(followed!.factKind).toBe('userChanged');
  expect(() => followed!.fact).toThrow();
});
