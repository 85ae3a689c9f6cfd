import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { RaiseUserTopicRequest, RaiseUserTopicResponse } from '@parley/proto/channel/v1/topics';
import type { UserId } from '@parley/rules';
import { changeUserTopic } from '../../changing/change-user-topic.ts';
import type { Ctx } from '../../context.ts';
import { visibility } from '../../domain/topic.ts';

/** Maximum number of people whose policies one call changes. */
const maxPeople = 1_000;

/** docs/api/messages.md#topic-visibility. Only `messaging` calls it. Idempotent, because it never lowers a policy. */
export async function raiseUserTopic(
  ctx: Ctx,
  { channelId, topic, raises }: RaiseUserTopicRequest,
  scope: Scope,
): Promise<RaiseUserTopicResponse> {
  ctx.writeGuard.check();
  if (raises.length > maxPeople) throw errors.badRequest('Too many people.');
  const { empty_topic_display_name: emptyTopicName } = await scope.settings();
  const changed = await ctx.db.tx(async (tx) => {
    const userIds: UserId[] = [];
    // Every call locks people in the same order, so that two calls about the same people cannot deadlock.
    for (const { userId, visibilityPolicy, keepMuted } of inOrder(raises)) {
      const personal = { userId, channelId, topic, emptyTopicName };
      const isRaised = await changeUserTopic(tx, personal, scope.call.traceparent, (before) =>
        before >= visibilityPolicy || (keepMuted && before === visibility.muted) ? before : visibilityPolicy,
      );
      if (isRaised) userIds.push(userId);
    }
    return userIds;
  });
  return { userIds: changed };
}

const inOrder = (raises: RaiseUserTopicRequest['raises']) => [...raises].sort((a, b) => a.userId - b.userId);
