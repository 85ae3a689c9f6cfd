import { errors } from '@parley/core';
import type { RaiseUserTopicRequest, RaiseUserTopicResponse } from '@parley/proto/channel/v1/topics';
import type { Call } from '@parley/rpc';
import { changeUserTopic } from '../changing/change-user-topic.ts';
import type { Ctx } from '../context.ts';
import { visibility } from '../domain/topic.ts';

/** Most people of one message. */
const maxPeople = 1_000;

/**
 * Makes a topic more visible to people who take part in it (specification, 1: `automatic_new_visibility_policy`), for
 * `messaging`. Nobody sees a topic less by it, so that it may come twice and in any order.
 */
export async function raiseUserTopic(
  ctx: Ctx,
  { channelId, topic, raises }: RaiseUserTopicRequest,
  call: Call,
): Promise<RaiseUserTopicResponse> {
  ctx.writeGuard.check();
  if (raises.length > maxPeople) throw errors.badRequest('Too many people.');
  const { empty_topic_display_name: emptyTopicDisplayName } = await ctx.directory.organization.settings(call);
  const place = { channelId, topic, emptyTopicDisplayName };
  const changed = await ctx.db.tx(async (tx) => {
    const userIds: number[] = [];
    // In one order, so that two messages of the same people do not wait for each other in a circle.
    for (const { userId, visibilityPolicy, keepMuted } of inOrder(raises)) {
      const isRaised = await changeUserTopic(tx, userId, place, call.traceparent, (before) =>
        before >= visibilityPolicy || (keepMuted && before === visibility.muted) ? before : visibilityPolicy,
      );
      if (isRaised) userIds.push(userId);
    }
    return userIds;
  });
  return { userIds: changed };
}

const inOrder = (raises: RaiseUserTopicRequest['raises']) => [...raises].sort((a, b) => a.userId - b.userId);
