import { expect, it } from 'vitest';
import { encodeMessage } from './encoding.ts';
import { Event } from './gen/parley/events/v1/event.ts';

const eventOf = (kind: string, json = ''): Event =>
  Event.fromPartial({ kind, deliveries: [{ type: 'message', json: Buffer.from(json) }] });

it('messages that share a writer are encoded as with writers of their own, and keep their bytes', () => {
  const events = [
    eventOf('one'),
    eventOf('two', 'x'.repeat(200_000)),
    eventOf('three', 'short'),
    eventOf(''),
  ];
  const encoded = events.map((event) => encodeMessage(Event, event));
  expect(encoded.map((bytes) => Buffer.from(bytes))).toEqual(
    events.map((event) => Buffer.from(Event.encode(event).finish())),
  );
});

it('a message that cannot be encoded leaves nothing for the next one', () => {
  const broken = { ...eventOf('broken'), deliveries: [{}] } as unknown as Event;
  expect(() => encodeMessage(Event, broken)).toThrow();
  const event = eventOf('next');
  expect(Buffer.from(encodeMessage(Event, event))).toEqual(Buffer.from(Event.encode(event).finish()));
});
