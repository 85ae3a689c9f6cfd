import { errors } from '@parley/core';
import { emitAll, sql, type Tx } from '@parley/db';
import { confirmed, requireCaller } from '@parley/directory';
import type { MarkAsReadRequest, MarkAsReadResponse } from '@parley/proto/messaging/v1/reading';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { hasUnreadMovedOut, markAllRead, markRead, raiseFloor, unreadIds, unreadOf } from '../db/flags.ts';
import { maxMessageId } from '../db/personal.ts';
import { topicExists } from '../db/topics.ts';
import { scopeWithin, type UnreadScope } from '../domain/unread-scope.ts';
import { mayKnowChannel } from '../domain/visibility.ts';
import { flagsAdded } from '../events/flags-updated.ts';
import { readableIn } from '../reading/readable.ts';
import { readerOf, unreadScopeOf } from '../reading/reader.ts';

/** Marks all of the caller's messages, those of a channel or those of a topic as read. */
export async function markAsRead(
  ctx: Ctx,
  request: MarkAsReadRequest,
  call: Call,
): Promise<MarkAsReadResponse> {
  ctx.writeGuard.check();
  const { userId, everywhere } = await confirmed(async (options) => {
    const reader = await readerOf(ctx, await requireCaller(ctx, call, options), call, options);
    if (request.channelId !== undefined) {
      const channel = await ctx.directory.channels.get(request.channelId, call, options);
      const isKnown =
        channel &&
        (mayKnowChannel(reader, channel) ||
          (await readableIn(ctx, reader, channel, call, options)).length > 0);
      if (!isKnown) throw errors.badRequest('Invalid channel ID');
    }
    return { userId: reader.user.userId, everywhere: await unreadScopeOf(ctx, reader, call) };
  });
  const { channelId } = request;
  const topic = await topicOf(ctx, request, call);
  await ctx.db.tx(async (tx) => {
    const common = { userId, flag: 'read', traceparent: call.traceparent };
    if (channelId === undefined) {
      await markAllRead(tx, userId, everywhere);
      await emitAll(tx, flagsAdded(common, [], { all: true }));
      return;
    }
    const scope = scopeWithin(everywhere, [channelId]);
    const ids =
      topic === undefined
        ? await readChannel(tx, userId, channelId, scope)
        : await readTopic(tx, userId, topic, scope);
    await emitAll(tx, flagsAdded(common, ids));
  });
  return {};
}

/** By a floor, unless that would read messages that went elsewhere, too. */
async function readChannel(tx: Tx, userId: number, channelId: number, scope: UnreadScope): Promise<number[]> {
  const unread = unreadOf(userId, scope, { direct: false });
  if (await hasUnreadMovedOut(tx, userId, channelId)) return await markRead(tx, { userId, ...unread });
  const newest = await maxMessageId(tx);
  const ids = await unreadIds(tx, userId, scope);
  await raiseFloor(tx, userId, channelId, newest);
  // What the floor does not reach: messages that were moved in or came meanwhile, and those kept unread.
  const others = await markRead(tx, { userId, ...unread });
  return [...new Set([...ids, ...others])].sort((a, b) => a - b);
}

const readTopic = (tx: Tx, userId: number, topic: string, scope: UnreadScope): Promise<number[]> =>
  markRead(tx, {
    userId,
    ...unreadOf(userId, scope, { direct: false, where: sql`m.topic_key = fold_topic(${topic})` }),
  });

/** The topic as it is stored. @throws BAD_REQUEST when the channel has none of that name. */
async function topicOf(
  ctx: Ctx,
  { channelId, topic }: MarkAsReadRequest,
  call: Call,
): Promise<string | undefined> {
  if (channelId === undefined || topic === undefined) return undefined;
  const { emptyTopicDisplayName } = await ctx.directory.organization.settings(call);
  const stored = topic === emptyTopicDisplayName ? '' : topic;
  const isText = !stored.includes('\0') && stored.isWellFormed();
  if (isText && (await topicExists(ctx.db, channelId, stored))) return stored;
  throw errors.badRequest(`No such topic '${topic}'`);
}
