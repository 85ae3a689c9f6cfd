import { Event, Origin } from '@parley/proto/events/v1/event';
import { expect, it } from 'vitest';
import { clientEvent, messageDelivery, newEvent, newSignal, rawDelivery } from './event.ts';

const reread = (event: Event) => Event.decode(Event.encode(event).finish());

it('an event belongs to the service that its kind names', () => {
  const originOf = (kind: Parameters<typeof newEvent>[0]) => newEvent(kind, {}).origin;
  expect(originOf('messaging.message.sent')).toBe(Origin.MESSAGING);
  expect(originOf('channel.channel.created')).toBe(Origin.CHANNEL);
  expect(originOf('user-admin.user.created')).toBe(Origin.USER_ADMIN);
  expect(originOf('upload.attachment.added')).toBe(Origin.UPLOAD);
  expect(newSignal('messaging.typing.direct', {}).origin).toBe(Origin.SIGNAL);
});

it('an event contains the fields that clients filter by, and the fact for services', () => {
  const fact = { $case: 'apiKeyRevoked', apiKeyRevoked: { userId: 7 } } as const;
  const body = { type: 'invites_changed' } as const;
  const event = reread(
    clientEvent('user-admin.invitation.changed', { maxRole: 200 }, body, { fact, traceparent: 'trace' }),
  );
  expect(event).toMatchObject({ fact: { value: fact }, traceparent: 'trace' });
  expect(event.deliveries).toMatchObject([
    { type: 'invites_changed', audience: { maxRole: 200, userIds: [] } },
  ]);
  expect(event.deliveries[0]!.json.toString()).toBe('{"type":"invites_changed"}');
});

it('an event keeps members that are already JSON text unchanged', () => {
  const event = { type: 'attachment', op: 'remove', upload_space_used: 3 } as const;
  const made = rawDelivery<'attachment/remove', 'attachment'>({ userIds: [1] }, event, {
    attachment: '{"id":7}',
  });
  expect(made.type).toBe('attachment');
  expect(made.json.toString()).toBe(
    '{"type":"attachment","op":"remove","upload_space_used":3,"attachment":{"id":7}}',
  );
});

it('a message event contains only the fields that differ for an audience', () => {
  const differing = { sender_full_name: 'Unknown user' };
  const deliveries = [messageDelivery({ userIds: [1] }), messageDelivery({ userIds: [2] }, differing)];
  expect(reread(newEvent('messaging.message.sent', { deliveries }))).toMatchObject({
    fact: undefined,
    traceparent: '',
    deliveries: [
      { type: 'message', json: Buffer.alloc(0) },
      { type: 'message', json: Buffer.from(JSON.stringify(differing)) },
    ],
  });
});
