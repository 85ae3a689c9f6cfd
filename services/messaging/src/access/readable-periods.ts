import type { Channel, LookupOptions, User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { type Period, type Reader, readablePeriods } from '../domain/visibility.ts';

/** Permissions of a private channel that let their holders subscribe, and so read, without being added. */
const subscribePermissions = ['can_subscribe_group', 'can_add_subscribers_group'];

/** Finds all that the reader may read of a channel, including by the channel's permissions. */
export async function findReadablePeriods(
  { directory }: Ctx,
  reader: Reader & { user: User },
  channel: Channel,
  call: Call,
  options?: LookupOptions,
): Promise<readonly Period[]> {
  const periods = readablePeriods(reader, channel);
  if (!channel.inviteOnly || reader.user.isBot) return periods;
  for (const name of subscribePermissions) {
    const setting = channel.groupSettings[name];
    if (setting && (await directory.groups.isMember(setting, reader.user, call, options))) {
      return readablePeriods(reader, channel, true);
    }
  }
  return periods;
}
