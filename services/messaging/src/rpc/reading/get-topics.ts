import type { Topic } from '@parley/api';
import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { GetTopicsRequest, GetTopicsResponse } from '@parley/proto/messaging/v1/messaging';
import { requireReadablePeriods } from '../../access/readable-periods.ts';
import type { Ctx } from '../../context.ts';
import { topicsOf, topicsWithin } from '../../db/reading/topics.ts';
import { isWholeHistory } from '../../domain/reading/visibility.ts';

/** See docs/api/channels.md#topics-of-a-channel. @throws BAD_REQUEST when the caller may read nothing in the channel */
export async function getTopics(
  ctx: Ctx,
  request: GetTopicsRequest,
  scope: Scope,
): Promise<GetTopicsResponse> {
  const periods = await requireReadablePeriods(request.channelId, scope);
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
