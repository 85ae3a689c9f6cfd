import { errors } from '@parley/core';
import { emitAll } from '@parley/db';
import { confirmed, type LookupOptions, requireCaller, type User } from '@parley/directory';
import type { MarkAsReadRequest, MarkAsReadResponse } from '@parley/proto/messaging/v1/reading';
import type { Call } from '@parley/rpc';
import { isEmptyTopic } from '@parley/rules';
import { findReadablePeriods } from '../access/readable-periods.ts';
import { loadReader, loadUnreadScope } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { markAllRead } from '../db/flags.ts';
import { topicExists } from '../db/topics.ts';
import { scopeWithin } from '../domain/unread-scope.ts';
import { mayKnowChannel, type Period, type Reader } from '../domain/visibility.ts';
import { flagsAdded } from '../events/flags-updated.ts';
import { markChannelRead, markTopicRead } from '../reading/mark-topics-read.ts';

/** Marks all of the caller's messages, those of a channel or those of a topic as read. */
export async function markAsRead(
  ctx: Ctx,
  request: MarkAsReadRequest,
  call: Call,
): Promise<MarkAsReadResponse> {
  ctx.writeGuard.check();
  const { userId, everywhere, readable } = await confirmed(async (options) => {
    const reader = await loadReader(ctx, await requireCaller(ctx, call, options), call, options);
    const periods = await readableOf(ctx, reader, request, call, options);
    const scope = await loadUnreadScope(ctx, reader, call);
    return { userId: reader.user.userId, everywhere: scope, readable: periods };
  });
  const { channelId } = request;
  const topic = await topicOf(ctx, request, readable, call);
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
        ? await markChannelRead(tx, userId, channelId, scope)
        : await markTopicRead(tx, userId, topic, scope);
    await emitAll(tx, flagsAdded(common, ids));
  });
  return {};
}

/** What the reader may read of the channel that is named. @throws BAD_REQUEST when they may not know it */
async function readableOf(
  ctx: Ctx,
  reader: Reader & { user: User },
  { channelId }: MarkAsReadRequest,
  call: Call,
  options: LookupOptions,
): Promise<readonly Period[]> {
  if (channelId === undefined) return [];
  const channel = await ctx.directory.channels.get(channelId, call, options);
  const periods = channel ? await findReadablePeriods(ctx, reader, channel, call, options) : [];
  if (periods.length > 0 || (channel && mayKnowChannel(reader, channel))) return periods;
  throw errors.badRequest('Invalid channel ID');
}

/** The topic as it is stored. @throws BAD_REQUEST when the reader sees none of that name in the channel. */
async function topicOf(
  ctx: Ctx,
  { channelId, topic }: MarkAsReadRequest,
  readable: readonly Period[],
  call: Call,
): Promise<string | undefined> {
  if (channelId === undefined || topic === undefined) return undefined;
  const { empty_topic_display_name: emptyTopicDisplayName } = await ctx.directory.organization.settings(call);
  const trimmed = topic.trim();
  const stored = isEmptyTopic(trimmed, emptyTopicDisplayName) ? '' : trimmed;
  const isSeen = readable.length > 0 && !stored.includes('\0') && stored.isWellFormed();
  if (isSeen && (await topicExists(ctx.db, channelId, stored, readable))) return stored;
  throw errors.badRequest(`No such topic '${topic}'`);
}
