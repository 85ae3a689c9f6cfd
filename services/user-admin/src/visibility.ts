/** The setting `presence_enabled`: whether others see when somebody is there. */
import { emitAll, type Tx } from '@parley/db';
import { findUserSettings, mergeUserSettings } from './db/user-settings.ts';
import { clientEvent, only } from './events/client-event.ts';
import { userStatusChanged } from './events/personal.ts';

/** The setting by its older name, `away` of a status. Nothing when it is so already. */
export async function setPresenceEnabled(tx: Tx, userId: number, isEnabled: boolean): Promise<void> {
  const settings = await findUserSettings(tx, userId);
  if ((settings.presence_enabled ?? true) === isEnabled) return;
  await mergeUserSettings(tx, userId, { presence_enabled: isEnabled });
  await emitAll(tx, [
    clientEvent('user-admin.user_settings.changed', only(userId), {
      type: 'user_settings',
      op: 'update',
      property: 'presence_enabled',
      value: isEnabled,
    }),
    awayChanged(userId, !isEnabled),
  ]);
}

/** What clients hear that know invisibility as a status. */
export const awayChanged = (userId: number, away: boolean) => userStatusChanged(userId, { away });
