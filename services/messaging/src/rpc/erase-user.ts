import type { Scope } from '@parley/directory';
import type { EraseUserRequest, EraseUserResponse } from '@parley/proto/messaging/v1/erasing';
import { findChannelReaders, hasProtectedHistory } from '../audience/channel-audience.ts';
import { deleteLocked } from '../changing/delete-locked.ts';
import type { Ctx } from '../context.ts';
import { lockSentBy, sentPlaces } from '../db/erasing.ts';
import { deletePersonalItems } from '../db/personal-lists.ts';

const batchMessages = 500;

/**
 * Erases what messaging stores about a person: drafts, scheduled messages, reminders, snippets and, with `deletesMessages`, a
 * batch of the messages that the person sent. `user-admin` calls it until `isFinished`. It is idempotent and checks no
 * permission.
 */
export async function eraseUser(
  ctx: Ctx,
  { userId, deletesMessages }: EraseUserRequest,
  scope: Scope,
): Promise<EraseUserResponse> {
  ctx.writeGuard.check();
  const personalItems = await ctx.db.tx((tx) => deletePersonalItems(tx, userId));
  const [place] = deletesMessages ? await sentPlaces(ctx.db, userId) : [];
  if (!place) return { isFinished: true, messages: 0, personalItems };
  const { channelId } = place;
  const channel = channelId === null ? undefined : await scope.channels.get(channelId);
  const readers =
    channel && hasProtectedHistory(channel)
      ? await findChannelReaders(ctx, channel.channelId, scope)
      : undefined;
  const messages = await ctx.db.tx(async (tx) => {
    const ids = await lockSentBy(tx, { userId, channelId, limit: batchMessages });
    if (ids.length > 0) await deleteLocked(tx, channel, readers, ids);
    return ids.length;
  });
  return { isFinished: false, messages, personalItems };
}
