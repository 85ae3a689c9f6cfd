import type { Channel, Scope, User } from '@parley/directory';
import { type Period, type Reader, readablePeriods } from '../domain/visibility.ts';

/** Permissions of a private channel that let their holders subscribe, and so read, without being added. */
const subscribePermissions = ['can_subscribe_group', 'can_add_subscribers_group'];

/** Finds all that the reader may read of a channel, including by the channel's permissions. */
export async function findReadablePeriods(
  reader: Reader & { user: User },
  channel: Channel,
  scope: Scope,
): Promise<readonly Period[]> {
  const periods = readablePeriods(reader, channel);
  if (!channel.inviteOnly) return periods;
  for (const name of subscribePermissions) {
    const setting = channel.groupSettings[name];
    if (setting && (await scope.groups.isMember(setting, reader.user))) {
      return readablePeriods(reader, channel, true);
    }
  }
  return periods;
}
