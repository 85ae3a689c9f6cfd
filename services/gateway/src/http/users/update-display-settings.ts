import { route } from '../../edge/route.ts';
import { updateSettings } from './update-settings.ts';

/** Older clients change some settings at this address. */
export const updateDisplaySettings = route({
  ...updateSettings,
  path: '/settings/display',
  operation: 'update-display-settings',
  summary: 'Older address of `PATCH /settings`.',
});
