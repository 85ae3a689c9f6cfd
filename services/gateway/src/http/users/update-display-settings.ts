import { route } from '../../edge/route.ts';
import { updateSettings } from './update-settings.ts';

/** Older clients set some of the settings here. */
export const updateDisplaySettings = route({
  ...updateSettings,
  path: '/settings/display',
  operation: 'update-display-settings',
  summary: 'Older address of `PATCH /settings`.',
});
