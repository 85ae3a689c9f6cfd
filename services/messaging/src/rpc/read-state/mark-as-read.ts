import { errors, errorText } from '@parley/core';
import { emitAll } from '@parley/db';
import type { Scope, User } from '@parley/facts';
import type { MarkAsReadRequest, MarkAsReadResponse } from '@parley/proto/messaging/v1/reading';
import { isEmptyTopic, shortenTopic } from '@parley/rules';
import { findReadablePeriods } from '../../access/readable-periods.ts';
import { loadReader, loadUnreadScope } from '../../access/reader.ts';
import type { Ctx } from '../../context.ts';
import { markAllRead } from '../../db/read-state/mark-read.ts';
import { topicExists } from '../../db/reading/topics.ts';
import { scopeWithin } from '../../domain/reading/unread-scope.ts';
import { mayKnowChannel, type Period, type Reader } from '../../domain/reading/visibility.ts';
import { flagsAdded } from '../../events/flags-updated.ts';
import { markChannelRead, markTopicRead } from '../../reading/mark-topics-read.ts';

/** Marks messages as read for the caller: all messages, those of a channel, or those of a topic. */
export async function markAsRead(
  ctx: Ctx,
  request: MarkAsReadRequest,
  scope: Scope,
): Promise<MarkAsReadResponse> {
  ctx.writeGuard.check();
  const { userId, everywhere, readable } = await scope.confirmed(async (facts) => {
    const reader = await loadReader(await facts.caller(), facts);
    const periods = await findPeriods(reader, request, facts);
    const unreadScope = await loadUnreadScope(reader, facts);
    return { userId: reader.user.userId, everywhere: unreadScope, readable: periods };
  });
  const { channelId } = request;
  const topic = await findTopic(ctx, request, readable, scope);
  await ctx.db.tx(async (tx) => {
    const common = { userId, flag: 'read', traceparent: scope.call.traceparent };
    if (channelId === undefined) {
      await markAllRead(tx, userId, everywhere);
      await emitAll(tx, flagsAdded(common, [], { all: true }));
      return;
    }
    const unreadScope = scopeWithin(everywhere, [channelId]);
    const ids =
      topic === undefined
        ? await markChannelRead(tx, userId, channelId, unreadScope)
        : await markTopicRead(tx, userId, topic, unreadScope);
    await emitAll(tx, flagsAdded(common, ids));
  });
  return {};
}

/** Empty without a channel. @throws BAD_REQUEST when the caller may not know that it exists */
async function findPeriods(
  reader: Reader & { user: User },
  { channelId }: MarkAsReadRequest,
  scope: Scope,
): Promise<readonly Period[]> {
  if (channelId === undefined) return [];
  const channel = await scope.channels.get(channelId);
  const periods = channel ? await findReadablePeriods(reader, channel, scope) : [];
  if (periods.length > 0 || (channel && mayKnowChannel(reader, channel))) return periods;
  throw errors.badRequest('Invalid channel ID');
}

/** Undefined when the request names none. @throws BAD_REQUEST when the caller can read no message of the topic */
async function findTopic(
  ctx: Ctx,
  { channelId, topic }: MarkAsReadRequest,
  readable: readonly Period[],
  scope: Scope,
): Promise<string | undefined> {
  if (channelId === undefined || topic === undefined) return undefined;
  const { empty_topic_display_name: emptyTopicDisplayName } = await scope.settings();
  const trimmed = topic.trim();
  const stored = isEmptyTopic(trimmed, emptyTopicDisplayName) ? '' : shortenTopic(trimmed);
  const maybeReadable = readable.length > 0 && !stored.includes('\0') && stored.isWellFormed();
  if (maybeReadable && (await topicExists(ctx.db, channelId, stored, readable))) return stored;
  throw errors.badRequest(errorText("No such topic '{topic}'", { topic }));
}
