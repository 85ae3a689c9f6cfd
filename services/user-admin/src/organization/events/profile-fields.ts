import { everyone } from '@parley/directory/rules';
import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { type ProfileField, presentProfileField } from '../domain/profile-fields.ts';

/** All custom profile fields as they are now. */
export const profileFieldsChanged = (all: readonly ProfileField[]): Event =>
  clientEvent('user-admin.profile_fields.changed', everyone, {
    type: 'custom_profile_fields',
    fields: all.map(presentProfileField),
  });
