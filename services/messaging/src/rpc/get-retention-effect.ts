import { errors } from '@parley/core';
import type { Scope } from '@parley/directory';
import type {
  GetRetentionEffectRequest,
  GetRetentionEffectResponse,
} from '@parley/proto/messaging/v1/changing';
import { roles } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { channelsWithMessages, countExpired, firstIdSince } from '../db/retention.ts';

const daySeconds = 86_400;
/** Counting more would take longer than people wait for a question. */
const maxCounted = 100_000;

/**
 * Returns how many messages a shorter retention time would delete at once. Only owners may call it.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL
 */
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
  const belowId = (await firstIdSince(ctx.db, sentBefore)) ?? Number.MAX_SAFE_INTEGER;
  const { messages, withFiles } = await countExpired(ctx.db, {
    channelIds,
    isDirectIncluded: channelId === 0,
    belowId,
    sentBefore,
    limit: maxCounted + 1,
  });
  const isComplete = messages <= maxCounted;
  return {
    messages: Math.min(messages, maxCounted),
    messagesWithFiles: Math.min(withFiles, maxCounted),
    isComplete,
  };
}

/** Returns the channels whose messages the organization's retention time deletes. */
async function withoutOwnTime(ctx: Ctx, scope: Scope): Promise<number[]> {
  const channels = await scope.channels.many(await channelsWithMessages(ctx.db));
  return [...channels.values()]
    .filter(({ messageRetentionDays }) => messageRetentionDays === undefined)
    .map(({ channelId }) => channelId);
}
