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
    const periods = await findPeriods(ctx, reader, request, call, options);
    const scope = await loadUnreadScope(ctx, reader, call);
    return { userId: reader.user.userId, everywhere: scope, readable: periods };
  });
  const { channelId } = request;
  const topic = await findTopic(ctx, request, readable, call);
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

/** Finds what the caller may read of the requested channel. @throws BAD_REQUEST when they may not know that it exists */
async function findPeriods(
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

/** Returns the topic in its stored form. @throws BAD_REQUEST when the caller may read no such topic in the channel */
async function findTopic(
  ctx: Ctx,
  { channelId, topic }: MarkAsReadRequest,
  readable: readonly Period[],
  call: Call,
): Promise<string | undefined> {
  if (channelId === undefined || topic === undefined) return undefined;
  const { empty_topic_display_name: emptyTopicDisplayName } = await ctx.directory.organization.settings(call);
  const trimmed = topic.trim();
  const stored = isEmptyTopic(trimmed, emptyTopicDisplayName) ? '' : trimmed;
  const maybeReadable = readable.length > 0 && !stored.includes('\0') && stored.isWellFormed();
  if (maybeReadable && (await topicExists(ctx.db, channelId, stored, readable))) return stored;
  throw errors.badRequest(`No such topic '${topic}'`);
}
