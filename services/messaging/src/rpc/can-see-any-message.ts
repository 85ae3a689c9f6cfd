import { errors } from '@parley/core';
import type { Scope } from '@parley/directory';
import type {
  CanSeeAnyMessageRequest,
  CanSeeAnyMessageResponse,
} from '@parley/proto/messaging/v1/visibility';
import { limits } from '@parley/rules';
import { loadVisibilityOfMessages } from '../access/readable-periods.ts';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { findChannelIds, isAnyVisible } from '../db/messages.ts';
import { visible } from '../db/visible.ts';

/**
 * Returns whether the caller may read at least one of the messages. A caller without a principal is a spectator, who has no
 * account. The upload service calls this at each access to a file to which messages link.
 */
export async function canSeeAnyMessage(
  ctx: Ctx,
  { messageIds }: CanSeeAnyMessageRequest,
  scope: Scope,
): Promise<CanSeeAnyMessageResponse> {
  if (messageIds.length > limits.messagesPerRequest) throw errors.badRequest('Too many messages.');
  if (messageIds.length === 0) return { canSee: false };
  if (!scope.call.principal) return { canSee: await canSpectatorSee() };
  // The first attempt uses cached facts. When it refuses, a second one asks the services that own the facts.
  return { canSee: (await canPersonSee(scope)) || (await canPersonSee(scope.askingOwners())) };

  async function canPersonSee(scope: Scope): Promise<boolean> {
    const reader = await loadReader(await scope.caller(), scope);
    const visibility = await loadVisibilityOfMessages(ctx, reader, messageIds, scope);
    return await isAnyVisible(ctx.db, messageIds, visible(reader.user.userId, visibility));
  }

  async function canSpectatorSee(): Promise<boolean> {
    if (!(await scope.settings()).enable_spectator_access) return false;
    const channels = await scope.channels.many(await findChannelIds(ctx.db, messageIds));
    return [...channels.values()].some(({ isWebPublic, isArchived }) => isWebPublic && !isArchived);
  }
}
