import { route } from '../../edge/route.ts';
import { updateSettings } from './update-settings.ts';

/** Older clients change some settings at this address. */
export const updateNotificationSettings = route({
  ...updateSettings,
  path: '/settings/notifications',
  operation: 'update-notification-settings',
  summary: 'Older address of `PATCH /settings`.',
});
