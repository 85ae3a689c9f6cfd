import { Event } from '@parley/proto/events/v1/event';
import { type Fact, MessageSent } from '@parley/proto/events/v1/facts';
import { expect, it } from 'vitest';
import { followedEvent } from '../testing.ts';
import { factKindOf } from './fact-kinds.ts';
import { outlineOf, sampledTraceOf } from './outline.ts';

const encode = (event: Parameters<typeof Event.fromPartial>[0]) =>
  Event.encode(Event.fromPartial(event)).finish();
const sent = (message: Parameters<typeof MessageSent.fromPartial>[0]) =>
  followedEvent({
    kind: 'messaging.message.sent',
    deliveries: [{ type: 'message', json: Buffer.from('{}') }],
    fact: { value: { $case: 'messageSent', messageSent: MessageSent.fromPartial(message) } },
  });
const kinds = Array.from({ length: 100 }, (_, number) => factKindOf(number)).filter(
  (kind) => kind !== undefined,
);

it('identifies facts by their field numbers', () => {
  expect(kinds.length).toBeGreaterThan(20);
  expect(factKindOf(1)).toBe('messageSent');
  expect(factKindOf(40)).toBe('unlinkedFilesDue');
  expect(factKindOf(10)).toBeUndefined();
  expect(factKindOf(5000)).toBeUndefined();
});

it.each(kinds)('reads the kind and the value of %s', (kind) => {
  const value = { $case: kind, [kind]: {} } as unknown as NonNullable<Fact['value']>;
  const event = followedEvent({ kind: 'a.b.c', fact: { value } });
  expect(event.factKind).toBe(kind);
  expect(event.fact).toEqual(event.event.fact?.value);
  expect(event.fact).toMatchObject({ $case: kind });
});

it('finds no fact in an event without one, and in an event with an unknown fact', () => {
  for (const event of [{ kind: 'a.b.c' }, { kind: 'a.b.c', fact: {} }]) {
    expect(followedEvent(event).factKind).toBeUndefined();
    expect(followedEvent(event).fact).toBeUndefined();
  }
  expect(followedEvent({ kind: 'a.b.c' }).mayHaveFact).toBe(false);
  expect(outlineOf(Uint8Array.from([0xff]))).toEqual({ factNumber: -1, message: undefined });
  expect(factKindOf(-1)).toBeUndefined();
});

it('creates the outline of a message without its texts', () => {
  const place = { $case: 'channel' as const, channel: { channelId: 2 ** 40, channelName: 'x', topic: 't' } };
  expect(sent({ senderId: 9, sentAt: 1_800_000_000, content: 'c'.repeat(300), place }).message).toEqual({
    channelId: 2 ** 40,
    sentAt: 1_800_000_000,
    linksUploads: false,
    mentionsNobody: true,
  });
  expect(sent({ sentAt: 5, uploadPaths: ['a/b'] }).message).toEqual({
    channelId: 0,
    sentAt: 5,
    linksUploads: true,
    mentionsNobody: false,
  });
  expect(followedEvent({ kind: 'a.b.c' }).message).toBeUndefined();
});

it('reads the sender and the place of a message, but not its texts', () => {
  const channel = { channelId: 3, channelName: 'x', topic: 'Lunch' };
  const message = sent({ senderId: 9, content: 'c'.repeat(300), place: { $case: 'channel', channel } });
  expect(message.sent).toMatchObject({ senderId: 9, channel: { channelId: 3, topic: 'Lunch' } });
  expect(sent({ senderId: 9, place: { $case: 'direct', direct: {} } }).sent?.channel).toBeUndefined();
  expect(followedEvent({ kind: 'a.b.c' }).sent).toBeUndefined();
});

it('distinguishes a message without mentions from all others', () => {
  const place = { $case: 'channel' as const, channel: { channelId: 3, topic: 't' } };
  const direct = { $case: 'direct' as const, direct: {} };
  const mentionsNobody = (message: Parameters<typeof MessageSent.fromPartial>[0]) =>
    sent(message).message?.mentionsNobody;
  expect(mentionsNobody({ place })).toBe(true);
  expect(mentionsNobody({ place, personalFlags: [{ userId: 1, flags: ['mentioned'] }] })).toBe(false);
  expect(mentionsNobody({ place, mentionsChannel: true })).toBe(false);
  expect(mentionsNobody({ place, mentionsTopic: true })).toBe(false);
  expect(mentionsNobody({ place: direct })).toBe(false);
});

it('reads the same values from the header as from the whole event', () => {
  const audience = {
    userIds: [1, 2 ** 40],
    channelId: 3,
    maxRole: 400,
    channelPublic: true,
    exceptUserIds: [4],
    channelMaxRole: 200,
  };
  const delivery = {
    audience,
    type: 'stream',
    json: Buffer.from('{}'),
    onlyQueueId: 'a',
    exceptQueueId: 'b',
  };
  const facts: Parameters<typeof Fact.fromPartial>[0]['value'][] = [
    { $case: 'userChanged', userChanged: { user: { userId: 7, role: 400 }, previousRole: 600 } },
    { $case: 'subscriptionsAdded', subscriptionsAdded: { userIds: [1], channelIds: [2] } },
    { $case: 'subscriptionsRemoved', subscriptionsRemoved: { userIds: [1], channelIds: [2] } },
    {
      $case: 'organizationChanged',
      organizationChanged: { settingsJson: Buffer.from('{}'), organization: { settings: {} } },
    },
  ];
  for (const value of facts) {
    const event = Event.fromPartial({ kind: 'a.b.c', origin: 2, deliveries: [delivery], fact: { value } });
    const { json: _, ...header } = event.deliveries[0]!;
    expect(followedEvent(event).header).toEqual({
      origin: 2,
      deliveries: [header],
      fact: event.fact,
    });
  }
});

it('returns the trace of an event only when the trace is recorded', () => {
  const trace = (flags: string) => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}`;
  expect(sampledTraceOf(encode({ kind: 'a.b.c', traceparent: trace('01') }))).toBe(trace('01'));
  expect(sampledTraceOf(encode({ kind: 'a.b.c', traceparent: trace('00') }))).toBeUndefined();
  expect(sampledTraceOf(encode({ kind: 'a.b.c' }))).toBeUndefined();
});
