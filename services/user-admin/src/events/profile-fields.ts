import type { Event } from '@parley/proto/events/v1/event';
import { clientEvent, everyone } from './client-event.ts';

/** What a person had filled in is gone. */
export const profileValueCleared = (userId: number, fieldId: number): Event =>
  clientEvent('user-admin.user.profile_changed', everyone, {
    type: 'realm_user',
    op: 'update',
    person: { user_id: userId, custom_profile_field: { id: fieldId, value: null } },
  });
