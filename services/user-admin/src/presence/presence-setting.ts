/** The setting `presence_enabled`: whether others see when somebody is there. */
import { emitAll, type Tx } from '@parley/db';
import { findUserSettings, mergeUserSettings } from '../kernel/db/user-settings.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { Realm } from '../kernel/domain/realm.ts';
import { settingsChanged } from '../kernel/events/user-settings.ts';
import { whoSees } from '../kernel/viewers.ts';
import { userStatusChanged } from './events/user-status.ts';

/** The setting by its older name, `away` of a status. Nothing when it is so already. */
export async function setPresenceEnabled(
  tx: Tx,
  realm: Realm,
  person: Person,
  isEnabled: boolean,
): Promise<void> {
  const { userId } = person;
  const settings = await findUserSettings(tx, userId);
  if ((settings.presence_enabled ?? true) === isEnabled) return;
  await mergeUserSettings(tx, userId, { presence_enabled: isEnabled });
  await emitAll(tx, [
    ...settingsChanged(userId, { presence_enabled: isEnabled }),
    await awayChanged(tx, realm, person, !isEnabled),
  ]);
}

/** What clients hear that know invisibility as a status. */
export const awayChanged = async (tx: Tx, realm: Realm, person: Person, away: boolean) =>
  userStatusChanged(person.userId, await whoSees(tx, realm, person), { away });
