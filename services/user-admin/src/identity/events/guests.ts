/** Builds events for guests who start or stop seeing a person. */
import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { unknownName } from '../../kernel/domain/guest-visibility.ts';

/** Builds the event that removes a person from the clients of guests who stop seeing them. */
export const userHidden = (userId: number, guestIds: readonly number[]): Event =>
  clientEvent(
    'user-admin.user.hidden',
    { userIds: [...guestIds] },
    { type: 'realm_user', op: 'remove', person: { user_id: userId, full_name: unknownName } },
  );

/**
 * Builds the event that adds a person to the clients of guests who start seeing them.
 * @param person as the API shows them
 */
export const userShown = (
  person: ClientEvent<'realm_user/add'>['person'],
  guestIds: readonly number[],
): Event =>
  clientEvent('user-admin.user.shown', { userIds: [...guestIds] }, { type: 'realm_user', op: 'add', person });
