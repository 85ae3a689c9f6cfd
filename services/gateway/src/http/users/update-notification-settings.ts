import { route } from '../../edge/route.ts';
import { updateSettings } from './update-settings.ts';

/** Older clients set some of the settings here. */
export const updateNotificationSettings = route({
  ...updateSettings,
  path: '/settings/notifications',
  operation: 'update-notification-settings',
  summary: 'Older address of `PATCH /settings`.',
});
