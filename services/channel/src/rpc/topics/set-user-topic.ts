import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { SetUserTopicRequest, SetUserTopicResponse } from '@parley/proto/channel/v1/personal';
import { type ChannelId, channelNameKey, parseTopic, type UserId } from '@parley/rules';
import { changeUserTopic } from '../../changing/change-user-topic.ts';
import type { Ctx } from '../../context.ts';
import { channelsByIdOrKey } from '../../db/channels.ts';
import { mayReadContent } from '../../domain/permissions.ts';
import { visibility } from '../../domain/topic.ts';
import { accessChannel, invalidChannel } from '../../facts/access.ts';

/**
 * Sets the caller's visibility policy for a topic: muted, unmuted or followed. The caller must be allowed to read the channel,
 * except to reset the policy. Requests of older clients (`legacyMute`) do not reset a topic that is not muted.
 */
export async function setUserTopic(
  ctx: Ctx,
  request: SetUserTopicRequest,
  scope: Scope,
): Promise<SetUserTopicResponse> {
  ctx.writeGuard.check();
  const { visibilityPolicy: policy } = request;
  if (!Object.values<number>(visibility).includes(policy))
    throw errors.badRequest('Invalid visibility_policy');
  const { empty_topic_display_name: emptyTopicName } = await scope.settings();
  const topic = parseTopic(request.topic, emptyTopicName);
  const { userId, channelId } = await scope.confirmed((deciding) => decide(ctx, request, deciding));
  const personal = { userId, channelId, topic, emptyTopicName };
  await ctx.db.tx((tx) =>
    changeUserTopic(tx, personal, scope.call.traceparent, (before) => {
      // Unmuting by an older client takes nothing but a mute away.
      const keeps = request.legacyMute && policy === visibility.inherit && before !== visibility.muted;
      return keeps ? before : policy;
    }),
  );
  return {};
}

async function decide(
  ctx: Ctx,
  { channelId: givenId, channelName, visibilityPolicy }: SetUserTopicRequest,
  scope: Scope,
): Promise<{ userId: UserId; channelId: ChannelId }> {
  const channelId = givenId || (await idOf(ctx, channelName));
  const { caller, row, standing } = await accessChannel(ctx, channelId, [], scope);
  if (visibilityPolicy !== visibility.inherit && !mayReadContent(caller, row, standing))
    throw invalidChannel();
  return { userId: caller.userId, channelId };
}

async function idOf(ctx: Ctx, name: string): Promise<number> {
  const [row] = await channelsByIdOrKey(ctx.db, [], [channelNameKey(name)]);
  if (!row) throw invalidChannel();
  return row.channelId;
}
