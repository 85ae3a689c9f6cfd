/** Builds events for guests who become able to see a person, or who may not see the person any more. */
import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';
import { unknownName } from '../../guest-visibility/domain/guest-visibility.ts';

/** Builds the event that removes a person from the clients of guests who may not see the person any more. */
export const userHidden = (userId: UserId, guestIds: readonly UserId[]): Event =>
  clientEvent(
    'user-admin.user.hidden',
    { userIds: [...guestIds] },
    { type: 'realm_user', op: 'remove', person: { user_id: userId, full_name: unknownName } },
  );

/** @param person in the form of the API */
export const userShown = (
  person: ClientEvent<'realm_user/add'>['person'],
  guestIds: readonly UserId[],
): Event =>
  clientEvent('user-admin.user.shown', { userIds: [...guestIds] }, { type: 'realm_user', op: 'add', person });
