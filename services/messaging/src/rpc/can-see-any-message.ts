import { errors } from '@parley/core';
import { type LookupOptions, requireCaller } from '@parley/directory';
import type {
  CanSeeAnyMessageRequest,
  CanSeeAnyMessageResponse,
} from '@parley/proto/messaging/v1/visibility';
import type { Call } from '@parley/rpc';
import { limits } from '@parley/rules';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { findChannelIds, isAnyVisible } from '../db/messages.ts';
import { visible } from '../db/visible.ts';
import { loadVisibilityOfMessages } from '../reading/plan-read.ts';

/**
 * Returns whether the caller (without a principal: a spectator) may read at least one of the messages. The upload service
 * calls it at each access to a file that messages link.
 */
export async function canSeeAnyMessage(
  ctx: Ctx,
  { messageIds }: CanSeeAnyMessageRequest,
  call: Call,
): Promise<CanSeeAnyMessageResponse> {
  if (messageIds.length > limits.messagesPerRequest) throw errors.badRequest('Too many messages.');
  if (messageIds.length === 0) return { canSee: false };
  if (!call.principal) return { canSee: await canSpectatorSee() };
  // A "no" from the caches is confirmed with the owners.
  return { canSee: (await canPersonSee({})) || (await canPersonSee({ confirm: true })) };

  async function canPersonSee(options: LookupOptions): Promise<boolean> {
    const reader = await loadReader(ctx, await requireCaller(ctx, call, options), call, options);
    const visibility = await loadVisibilityOfMessages(ctx, reader, messageIds, call, options);
    return await isAnyVisible(ctx.db, messageIds, visible(reader.user.userId, visibility));
  }

  async function canSpectatorSee(): Promise<boolean> {
    const channels = await ctx.directory.channels.many(await findChannelIds(ctx.db, messageIds), call);
    return [...channels.values()].some(({ isWebPublic, isArchived }) => isWebPublic && !isArchived);
  }
}
