import type { EphemeralMessage } from '@parley/api';
import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';

/** Builds the event `integrations.ephemeral_message.sent`: a message of an app for one person, or one that takes the place of another. */
export const ephemeralChanged = (
  op: 'add' | 'update',
  message: EphemeralMessage,
  userId: UserId,
  traceparent: string | undefined,
): Event =>
  clientEvent(
    'integrations.ephemeral_message.sent',
    { userIds: [userId] },
    { type: 'ephemeral_message', op, message },
    { traceparent },
  );

export const ephemeralRemoved = (messageId: string, userId: UserId, traceparent: string | undefined): Event =>
  clientEvent(
    'integrations.ephemeral_message.removed',
    { userIds: [userId] },
    { type: 'ephemeral_message', op: 'remove', message_id: messageId },
    { traceparent },
  );
