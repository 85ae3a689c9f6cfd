import { type ClientEvent, delivery, newEvent } from '@parley/event-log';
import type { Audience, Event } from '@parley/proto/events/v1/event';

/** Builds the event `messaging.pin.added`, for those who may read the message. */
export const pinAdded = (
  pin: Omit<ClientEvent<'pin/add'>, 'type' | 'op'>,
  audience: Audience,
  traceparent: string | undefined,
): Event =>
  newEvent('messaging.pin.added', {
    deliveries: [delivery(audience, { type: 'pin', op: 'add', ...pin })],
    traceparent,
  });

/** Builds the event `messaging.pin.removed`, for those who may read the message. */
export const pinRemoved = (
  pin: Omit<ClientEvent<'pin/remove'>, 'type' | 'op'>,
  audience: Audience,
  traceparent: string | undefined,
): Event =>
  newEvent('messaging.pin.removed', {
    deliveries: [delivery(audience, { type: 'pin', op: 'remove', ...pin })],
    traceparent,
  });
