import type { Query } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { ChannelId } from '@parley/rules';
import { findChannelReaders, hasProtectedHistory } from '../audience/channel-audience.ts';
import type { Ctx } from '../context.ts';
import { lockMatching } from '../db/whole-accounts/erasing.ts';
import { deleteLocked } from './delete-locked.ts';

const batchMessages = 500;

/** Deletes a batch of the messages in a channel, or in direct conversations (null), that meet a condition. Returns their number. */
export async function deleteMatching(
  ctx: Ctx,
  { matching, channelId }: { matching: Query; channelId: ChannelId | null },
  scope: Scope,
): Promise<number> {
  const channel = channelId === null ? undefined : await scope.channels.get(channelId);
  const readers =
    channel && hasProtectedHistory(channel)
      ? await findChannelReaders(ctx, channel.channelId, scope)
      : undefined;
  return ctx.db.tx(async (tx) => {
    const ids = await lockMatching(tx, { matching, channelId, limit: batchMessages });
    if (ids.length > 0) await deleteLocked(tx, channel, readers, ids);
    return ids.length;
  });
}
