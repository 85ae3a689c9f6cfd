import { route } from '../../../edge/declaration/route.ts';
import { updateSettings } from './update-settings.ts';

/** Changes personal settings at the path that older clients use. */
export const updateDisplaySettings = route({
  ...updateSettings,
  path: '/settings/display',
  operation: 'update-display-settings',
  summary: 'Older address of `PATCH /settings`.',
});
