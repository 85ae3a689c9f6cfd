/** Who came into a guest's sight, and who went out of it, where guests do not see everybody. */
import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { unknownName } from '../../kernel/domain/visibility.ts';

/** Some guests no longer see a person. */
export const userHidden = (userId: number, guestIds: readonly number[]): Event =>
  clientEvent(
    'user-admin.user.hidden',
    { userIds: [...guestIds] },
    { type: 'realm_user', op: 'remove', person: { user_id: userId, full_name: unknownName } },
  );

/** Some guests see a person now, who is told whole, as the API shows them. */
export const userShown = (person: object, guestIds: readonly number[]): Event =>
  clientEvent('user-admin.user.shown', { userIds: [...guestIds] }, { type: 'realm_user', op: 'add', person });
