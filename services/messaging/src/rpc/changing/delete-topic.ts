import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { DeleteTopicRequest, DeleteTopicResponse } from '@parley/proto/messaging/v1/changing';
import { parseTopic, roles } from '@parley/rules';
import { findReadablePeriods } from '../../access/readable-periods.ts';
import { loadReader } from '../../access/reader.ts';
import { findChannelReaders, hasProtectedHistory } from '../../audience/channel-audience.ts';
import { deleteTopicBatch } from '../../changing/delete-topic-batch.ts';
import type { Ctx } from '../../context.ts';
import { newestInTopic } from '../../db/changing/deletions.ts';

const batchMessages = 250;
/** Time in milliseconds after which a call stops deleting. The client then calls again for the remaining messages. */
const budgetMs = 8_000;
/** Time in milliseconds that is left for the answer before the caller's deadline. */
const marginMs = 2_000;

/** The newest first (docs/api/messages.md#deleting-a-topic). `complete` is false when messages are left. */
export async function deleteTopic(
  ctx: Ctx,
  request: DeleteTopicRequest,
  scope: Scope,
): Promise<DeleteTopicResponse> {
  const { channel, topic, periods } = await scope.confirmed(async (scope) => {
    const user = await scope.caller();
    if (user.role > roles.administrator) {
      throw errors.administratorRequired();
    }
    const found = await scope.channels.get(request.channelId);
    const reader = await loadReader(user, scope);
    const readable = found ? await findReadablePeriods(reader, found, scope) : [];
    if (!found || readable.length === 0) throw errors.badRequest('Invalid channel ID');
    const settings = await scope.settings();
    return {
      channel: found,
      topic: parseTopic(request.topic, settings.empty_topic_display_name),
      periods: readable,
    };
  });
  const readers = hasProtectedHistory(channel)
    ? await findChannelReaders(ctx, channel.channelId, scope)
    : undefined;
  const { channelId } = channel;
  const batch = newestInTopic(channelId, topic, periods, batchMessages);
  const until = Math.min(ctx.clock.now() + budgetMs, scope.call.deadline - marginMs);
  do {
    ctx.writeGuard.check();
    const count = await deleteTopicBatch(ctx, { channel, topic, readers, ...batch }, scope.call);
    if (count === 0) return { complete: true };
  } while (ctx.clock.now() < until);
  return { complete: false };
}
