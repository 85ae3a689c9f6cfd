/**
 * Measures the CPU time, in microseconds, for decoding one event of a log entry, by the parts of the event that a reader needs.
 * Run: node --conditions=parley-source packages/event-log/bench/decoding.ts
 */
import { Event } from '@parley/proto/events/v1/event';
import { LogEntry } from '@parley/proto/events/v1/log';
import { decodeEntry, type Entry } from '../src/entries/entry.ts';
import { outlineOf } from '../src/entries/outline.ts';

const eventsPerEntry = 16;
const content = 'x'.repeat(200);
const message = Event.fromPartial({
  kind: 'messaging.message.sent',
  origin: 1,
  deliveries: [{ audience: { channelId: 12, channelPublic: true, userIds: [5, 9] }, type: 'message' }],
  fact: {
    value: {
      $case: 'messageSent',
      messageSent: {
        senderId: 7,
        senderEmail: 'user7@chat.example',
        senderFullName: 'A usual name',
        sentAt: 1_700_000_000,
        client: 'website',
        content,
        renderedContent: `<p>${content}</p>`,
        place: { $case: 'channel', channel: { channelId: 12, channelName: 'general', topic: 'greetings' } },
        originId: 4,
        readBySender: true,
      },
    },
  },
});
const event = Event.encode(message).finish();

function encodeEntry(withOutlines: boolean): Uint8Array {
  const events = Array.from({ length: eventsPerEntry }, (_, at) => ({
    commitLsn: 2 ** 33 + at * 1000,
    transactionId: 2 ** 33 + at,
    assignedId: 5_000_000 + at,
    committedAtUs: 1_700_000_000_000_000 + at,
    event,
  }));
  const outlines = withOutlines ? events.map(() => outlineOf(event)) : [];
  return LogEntry.encode(
    LogEntry.fromPartial({ epoch: 'e0mdq2wz3a1b2', session: 'a session', systemId: '7', events, outlines }),
  ).finish();
}

function report(what: string, data: Uint8Array, read: (entry: Entry) => void): void {
  const run = () => {
    const startedMs = performance.now();
    for (let round = 0; round < 300; round++) read(decodeEntry(data, 7));
    return ((performance.now() - startedMs) * 1000) / 300 / eventsPerEntry;
  };
  for (let warmUp = 0; warmUp < 10; warmUp++) run();
  // The fastest run counts, because other processes slowed it down least.
  const best = Math.min(...Array.from({ length: 60 }, run));
  console.log(`${what.padEnd(56)} ${best.toFixed(3)} µs`);
}

const present = encodeEntry(true);
const earlier = encodeEntry(false);
const each = (read: (followed: Entry['events'][number]) => unknown) => (entry: Entry) => {
  for (const followed of entry.events) read(followed);
};
console.log(
  `${event.length} bytes per event, ${present.length} per entry (${earlier.length} without outlines)`,
);
report(
  'kind of fact',
  present,
  each((followed) => followed.factKind),
);
report(
  'outline of a message',
  present,
  each((followed) => followed.message),
);
report(
  'header: origin, audiences, change of rights',
  present,
  each((followed) => followed.header),
);
report(
  'fact',
  present,
  each((followed) => followed.fact),
);
report(
  'whole event',
  present,
  each((followed) => followed.event),
);
report(
  'kind of fact, entry of an earlier release',
  earlier,
  each((followed) => followed.factKind),
);
report(
  'header, entry of an earlier release',
  earlier,
  each((followed) => followed.header),
);
report('outlining an event, which the relay does once', present, () => {
  for (let at = 0; at < eventsPerEntry; at++) outlineOf(event);
});
