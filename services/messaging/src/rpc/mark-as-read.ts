import { errors } from '@parley/core';
import { emitAll } from '@parley/db';
import { confirmed, requireCaller } from '@parley/directory';
import type { MarkAsReadRequest, MarkAsReadResponse } from '@parley/proto/messaging/v1/reading';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { markAllRead } from '../db/flags.ts';
import { topicExists } from '../db/topics.ts';
import { scopeWithin } from '../domain/unread-scope.ts';
import { mayKnowChannel } from '../domain/visibility.ts';
import { flagsAdded } from '../events/flags-updated.ts';
import { readChannel, readTopic } from '../reading/mark-places.ts';
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
