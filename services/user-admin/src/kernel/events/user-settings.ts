import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only, type UserId } from '@parley/rules';
import { languageName } from '../domain/languages.ts';

/** Value of a personal setting. The value was validated when it was parsed. */
export type SettingValue = ClientEvent<'user_settings/update'>['value'];

export const settingsChanged = (userId: UserId, changed: Readonly<Record<string, SettingValue>>): Event[] =>
  Object.entries(changed).map(([property, value]) =>
    clientEvent('user-admin.settings.changed', only(userId), {
      type: 'user_settings',
      op: 'update',
      property,
      value,
      ...(property === 'default_language' && { language_name: languageName(value as string) }),
    }),
  );
