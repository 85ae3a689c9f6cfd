/** Events for guests who come to see a person, or see them no longer. */
import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { unknownName } from '../../kernel/domain/guest-visibility.ts';

/** These guests no longer see the person. */
export const userHidden = (userId: number, guestIds: readonly number[]): Event =>
  clientEvent(
    'user-admin.user.hidden',
    { userIds: [...guestIds] },
    { type: 'realm_user', op: 'remove', person: { user_id: userId, full_name: unknownName } },
  );

/** These guests come to see the person. @param person as the API shows it */
export const userShown = (
  person: ClientEvent<'realm_user/add'>['person'],
  guestIds: readonly number[],
): Event =>
  clientEvent('user-admin.user.shown', { userIds: [...guestIds] }, { type: 'realm_user', op: 'add', person });
