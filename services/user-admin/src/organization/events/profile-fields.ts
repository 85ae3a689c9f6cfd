import { clientEvent } from '@parley/event-log';
import type { Audience, Event } from '@parley/proto/events/v1/event';
import { everyone, type UserId } from '@parley/rules';
import { type ProfileField, presentProfileField } from '../domain/profile-fields.ts';

export const profileFieldsChanged = (all: readonly ProfileField[]): Event =>
  clientEvent('user-admin.profile_fields.changed', everyone, {
    type: 'custom_profile_fields',
    fields: all.map(presentProfileField),
  });

/** Builds the event for a person's value of a profile field that was changed; with null, that was cleared. */
export const profileValueChanged = (
  userId: UserId,
  audience: Partial<Audience>,
  field: { id: number; value: string | null; rendered_value?: string },
): Event =>
  clientEvent('user-admin.user.profile_changed', audience, {
    type: 'realm_user',
    op: 'update',
    person: { user_id: userId, custom_profile_field: field },
  });
