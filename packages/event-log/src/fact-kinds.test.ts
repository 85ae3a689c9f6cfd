import { Event } from '@parley/proto/events/v1/event';
import { Fact, MessageSent } from '@parley/proto/events/v1/facts';
import { expect, it } from 'vitest';
import { FollowedEvent } from './entry.ts';
import { type FactKind, factNumbers } from './fact-kinds.ts';
import { outlineMessage } from './message-outline.ts';
import { Fields } from './wire.ts';

const followed = (event: Parameters<typeof Event.fromPartial>[0]) =>
  new FollowedEvent(
    {
      commitLsn: 1,
      transactionId: 1,
      assignedId: 0,
      committedAtUs: 0,
      event: Event.encode(Event.fromPartial(event)).finish(),
    },
    1,
    0,
  );
const sent = (message: Parameters<typeof MessageSent.fromPartial>[0]) =>
  followed({
    kind: 'messaging.message.sent',
    deliveries: [{ type: 'message', json: Buffer.from('{}') }],
    fact: { value: { $case: 'messageSent', messageSent: MessageSent.fromPartial(message) } },
  });

it.each(Object.entries(factNumbers))('knows the field number of %s', (kind, number) => {
  const value = { $case: kind, [kind]: {} } as unknown as NonNullable<Fact['value']>;
  const fields = new Fields(Fact.encode(Fact.fromPartial({ value })).finish());
  expect([fields.next(), fields.number]).toEqual([true, number]);
  const event = followed({ kind: 'a.b.c', fact: { value } });
  expect(event.factKind).toBe(kind as FactKind);
  expect(event.fact).toEqual(event.event.fact?.value);
});

it('finds no fact where there is none that it knows', () => {
  expect(followed({ kind: 'a.b.c' }).factKind).toBeUndefined();
  expect(followed({ kind: 'a.b.c' }).fact).toBeUndefined();
  expect(followed({ kind: 'a.b.c', fact: {} }).factKind).toBeUndefined();
});

it('outlines a message without its texts', () => {
  const place = { $case: 'channel' as const, channel: { channelId: 2 ** 40, channelName: 'x', topic: 't' } };
  expect(
    outlineMessage(sent({ senderId: 9, sentAt: 1_800_000_000, content: 'c'.repeat(300), place })),
  ).toEqual({
    channelId: 2 ** 40,
    sentAt: 1_800_000_000,
    linksUploads: false,
  });
  expect(outlineMessage(sent({ sentAt: 5, uploadPaths: ['a/b'] }))).toEqual({
    channelId: undefined,
    sentAt: 5,
    linksUploads: true,
  });
  expect(outlineMessage(followed({ kind: 'a.b.c' }))).toBeUndefined();
});
