/** The setting `presence_enabled`: whether others see when somebody is there. */
import { emitAll, type Tx } from '@parley/db';
import { findUserSettings, mergeUserSettings } from '../db/user-settings.ts';
import { settingsChanged } from '../events/people.ts';
import { userStatusChanged } from '../events/personal.ts';

/** The setting by its older name, `away` of a status. Nothing when it is so already. */
export async function setPresenceEnabled(tx: Tx, userId: number, isEnabled: boolean): Promise<void> {
  const settings = await findUserSettings(tx, userId);
  if ((settings.presence_enabled ?? true) === isEnabled) return;
  await mergeUserSettings(tx, userId, { presence_enabled: isEnabled });
  await emitAll(tx, [
    ...settingsChanged(userId, { presence_enabled: isEnabled }),
    awayChanged(userId, !isEnabled),
  ]);
}

/** What clients hear that know invisibility as a status. */
export const awayChanged = (userId: number, away: boolean) => userStatusChanged(userId, { away });
