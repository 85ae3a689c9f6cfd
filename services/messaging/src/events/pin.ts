import { type ClientEvent, delivery, newEvent } from '@parley/event-log';
import type { Audience, Event } from '@parley/proto/events/v1/event';

export const pinAdded = (
  pin: Omit<ClientEvent<'pin/add'>, 'type' | 'op'>,
  audience: Audience,
  traceparent: string | undefined,
): Event =>
  newEvent('messaging.pin.added', {
    deliveries: [delivery(audience, { type: 'pin', op: 'add', ...pin })],
    traceparent,
  });

export const pinRemoved = (
  pin: Omit<ClientEvent<'pin/remove'>, 'type' | 'op'>,
  audience: Audience,
  traceparent: string | undefined,
): Event =>
  newEvent('messaging.pin.removed', {
    deliveries: [delivery(audience, { type: 'pin', op: 'remove', ...pin })],
    traceparent,
  });
