import { route } from '../../../edge/declaration/route.ts';
import { updateSettings } from './update-settings.ts';

/** Changes personal settings at the path that older clients use. */
export const updateNotificationSettings = route({
  ...updateSettings,
  path: '/settings/notifications',
  operation: 'update-notification-settings',
  summary: 'Older address of `PATCH /settings`.',
});
