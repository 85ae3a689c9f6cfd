import { clientEvent } from '@parley/event-log';
import type { Audience, Event } from '@parley/proto/events/v1/event';

/** `user_status` with the parts that changed, to all who see the person. */
export const userStatusChanged = (userId: number, whoSees: Partial<Audience>, parts: object): Event =>
  clientEvent('user-admin.user_status.changed', whoSees, {
    type: 'user_status',
    user_id: userId,
    ...parts,
  });
