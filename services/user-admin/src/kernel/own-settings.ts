import { personOf } from '@parley/rpc';
import { effectiveUserSettings, type UserSettings } from '@parley/settings';
import { findUserSettings } from './db/user-settings.ts';
import type { SnapshotScope } from './scope.ts';

/** Returns the reader's settings, those of new accounts for visitors. Several fields of a registration show them: call it by `once`. */
export async function ownSettings({ call, small }: SnapshotScope): Promise<UserSettings> {
  const userId = personOf(call)?.userId;
  return effectiveUserSettings(userId === undefined ? {} : await findUserSettings(small, userId));
}
