import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Audience, Event } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';

/** Builds the event for a changed status, for everybody who may see the person. @param parts the changed members */
export const userStatusChanged = (
  userId: UserId,
  audience: Partial<Audience>,
  parts: Omit<ClientEvent<'user_status'>, 'type' | 'user_id'>,
): Event =>
  clientEvent('user-admin.user_status.changed', audience, {
    type: 'user_status',
    user_id: userId,
    ...parts,
  });
