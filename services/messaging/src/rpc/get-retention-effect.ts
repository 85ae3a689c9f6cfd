import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  GetRetentionEffectRequest,
  GetRetentionEffectResponse,
} from '@parley/proto/messaging/v1/changing';
import { roles } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { channelsWithMessages, countExpired } from '../db/changing/retention.ts';
import { rangesBefore } from '../db/reading/sent-at.ts';

const daySeconds = 86_400;
/** Maximum number of messages that are counted. Counting more would make the caller wait too long. */
const maxCounted = 100_000;

/** Only owners may call it. @throws BAD_REQUEST for an unknown channel, UNAUTHORIZED_PRINCIPAL */
export async function getRetentionEffect(
  ctx: Ctx,
  { days, channelId }: GetRetentionEffectRequest,
  scope: Scope,
): Promise<GetRetentionEffectResponse> {
  const channelIds = await scope.confirmed(async (scope) => {
    const caller = await scope.caller();
    if (caller.role > roles.owner) throw errors.ownerRequired();
    if (channelId === 0) return withoutOwnTime(ctx, scope);
    if (!(await scope.channels.get(channelId))) throw errors.badRequest('Invalid channel ID');
    return [channelId];
  });
  const sentBefore = Math.floor(ctx.clock.now() / 1000) - days * daySeconds;
  let [messages, withFiles] = [0, 0];
  for (const range of await rangesBefore(ctx.db, new Date(sentBefore * 1_000))) {
    const counted = await countExpired(ctx.db, {
      channelIds,
      isDirectIncluded: channelId === 0,
      range,
      sentBefore,
      limit: maxCounted + 1,
    });
    messages += counted.messages;
    withFiles += counted.withFiles;
  }
  const isComplete = messages <= maxCounted;
  return {
    messages: Math.min(messages, maxCounted),
    messagesWithFiles: Math.min(withFiles, maxCounted),
    isComplete,
  };
}

/** Returns the channels without a retention time of their own. The organization's retention time applies to them. */
async function withoutOwnTime(ctx: Ctx, scope: Scope): Promise<number[]> {
  const channels = await scope.channels.many(await channelsWithMessages(ctx.db));
  return [...channels.values()]
    .filter(({ messageRetentionDays }) => messageRetentionDays === undefined)
    .map(({ channelId }) => channelId);
}
