import { errors } from '@parley/core';
import { confirmed, type LookupOptions } from '@parley/directory';
import type { SetUserTopicRequest, SetUserTopicResponse } from '@parley/proto/channel/v1/personal';
import type { Call } from '@parley/rpc';
import { channelNameKey, parseTopic } from '@parley/rules';
import { changeUserTopic } from '../changing/change-user-topic.ts';
import type { Ctx } from '../context.ts';
import { channelsByIdOrKey } from '../db/channels.ts';
import { mayReadContent } from '../domain/permissions.ts';
import { visibility } from '../domain/topic.ts';
import { accessChannel, invalidChannel } from '../facts/access.ts';

/** Mutes, unmutes or follows a topic of a channel the caller may read; taking it back is always possible. */
export async function setUserTopic(
  ctx: Ctx,
  request: SetUserTopicRequest,
  call: Call,
): Promise<SetUserTopicResponse> {
  ctx.writeGuard.check();
  const { visibilityPolicy: policy } = request;
  if (!Object.values<number>(visibility).includes(policy))
    throw errors.badRequest('Invalid visibility_policy');
  const { empty_topic_display_name: emptyTopicDisplayName } = await ctx.directory.organization.settings(call);
  const topic = parseTopic(request.topic, emptyTopicDisplayName);
  const { userId, channelId } = await confirmed((options) => decide(ctx, request, call, options));
  const place = { channelId, topic, emptyTopicDisplayName };
  await ctx.db.tx((tx) =>
    changeUserTopic(tx, userId, place, call.traceparent, (before) => {
      if (request.legacyMute) refuseLegacy(policy, before);
      return policy;
    }),
  );
  return {};
}

/** Older clients learn that there was nothing to do. */
function refuseLegacy(policy: number, before: number): void {
  if (policy === visibility.muted && before === visibility.muted) {
    throw errors.badRequest('Topic already muted');
  }
  if (policy === visibility.inherit && before !== visibility.muted)
    throw errors.badRequest('Topic is not muted');
}

async function decide(
  ctx: Ctx,
  { channelId: givenId, channelName, visibilityPolicy }: SetUserTopicRequest,
  call: Call,
  options: LookupOptions,
): Promise<{ userId: number; channelId: number }> {
  const channelId = givenId || (await idOf(ctx, channelName));
  const { caller, row, standing } = await accessChannel(ctx, channelId, [], call, options);
  if (visibilityPolicy !== visibility.inherit && !mayReadContent(caller, row, standing))
    throw invalidChannel();
  return { userId: caller.userId, channelId };
}

async function idOf(ctx: Ctx, name: string): Promise<number> {
  const [row] = await channelsByIdOrKey(ctx.db, [], [channelNameKey(name)]);
  if (!row) throw invalidChannel();
  return row.channelId;
}
