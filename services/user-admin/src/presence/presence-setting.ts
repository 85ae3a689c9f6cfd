/** Changes the setting `presence_enabled`, which decides whether other people see a person's presence. */
import { emitAll } from '@parley/db';
import type { Event } from '@parley/proto/events/v1/event';
import { audienceOf } from '../guest-visibility/visible-people.ts';
import { findUserSettings, mergeUserSettings } from '../kernel/db/user-settings.ts';
import type { Person } from '../kernel/domain/person.ts';
import { settingsChanged } from '../kernel/events/user-settings.ts';
import type { TxScope } from '../kernel/scope.ts';
import { userStatusChanged } from './events/user-status.ts';

/** Stores the setting and emits its events. Does nothing when the setting already has this value. */
export async function setPresenceEnabled(tx: TxScope, person: Person, isEnabled: boolean): Promise<void> {
  const { userId } = person;
  const settings = await findUserSettings(tx, userId);
  if ((settings.presence_enabled ?? true) === isEnabled) return;
  await mergeUserSettings(tx, [userId], { presence_enabled: isEnabled });
  await emitAll(tx, [
    ...settingsChanged(userId, { presence_enabled: isEnabled }),
    await awayChanged(tx, person, !isEnabled),
  ]);
}

/** Builds the event for clients that show a person with hidden presence as `away`. */
export const awayChanged = async (tx: TxScope, person: Person, away: boolean): Promise<Event> =>
  userStatusChanged(person.userId, await audienceOf(tx, person), { away });
