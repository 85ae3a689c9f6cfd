import type { Channel, LookupOptions, User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { type Period, type Reader, readablePeriods } from '../domain/visibility.ts';

/** Rights of a private channel that let somebody subscribe, and so read, without being asked. */
const subscribingRights = ['can_subscribe_group', 'can_add_subscribers_group'];

/** What the reader may read of one channel, the channel's rights included. */
export async function findReadablePeriods(
  { directory }: Ctx,
  reader: Reader & { user: User },
  channel: Channel,
  call: Call,
  options?: LookupOptions,
): Promise<readonly Period[]> {
  const periods = readablePeriods(reader, channel);
  if (!channel.inviteOnly || reader.user.isBot) return periods;
  for (const name of subscribingRights) {
    const setting = channel.groupSettings[name];
    if (setting && (await directory.groups.isMember(setting, reader.user, call, options))) {
      return readablePeriods(reader, channel, true);
    }
  }
  return periods;
}
