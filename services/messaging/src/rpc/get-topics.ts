import type { Topic } from '@parley/api';
import { errors, jsonBytes } from '@parley/core';
import type { Scope } from '@parley/directory';
import type { GetTopicsRequest, GetTopicsResponse } from '@parley/proto/messaging/v1/messaging';
import { findReadablePeriods } from '../access/readable-periods.ts';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { topicsOf, topicsWithin } from '../db/topics.ts';
import { isWholeHistory } from '../domain/visibility.ts';

/**
 * Returns the topics of a channel in which the caller may read messages, the most recent first
 * (docs/api/channels.md#topics-of-a-channel). @throws BAD_REQUEST when the caller may read nothing in the channel
 */
export async function getTopics(
  ctx: Ctx,
  request: GetTopicsRequest,
  scope: Scope,
): Promise<GetTopicsResponse> {
  const periods = await scope.confirmed(async (scope) => {
    const reader = await loadReader(await scope.caller(), scope);
    const channel = await scope.channels.get(request.channelId);
    const readable = channel ? await findReadablePeriods(reader, channel, scope) : [];
    if (readable.length > 0) return readable;
    throw errors.badRequest('Invalid channel ID');
  });
  const rows = isWholeHistory(periods)
    ? await topicsOf(ctx.db, request.channelId)
    : await topicsWithin(ctx.db, request.channelId, periods);
  const { empty_topic_display_name: emptyTopicDisplayName } = await scope.settings();
  const emptyName = request.allowEmptyTopicName ? '' : emptyTopicDisplayName;
  const topics: Topic[] = rows.map(({ name, maxId }) => ({
    max_id: maxId,
    name: name === '' ? emptyName : name,
  }));
  return { topicsJson: jsonBytes(topics) };
}
