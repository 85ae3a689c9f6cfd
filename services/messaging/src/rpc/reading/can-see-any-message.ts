import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  CanSeeAnyMessageRequest,
  CanSeeAnyMessageResponse,
} from '@parley/proto/messaging/v1/visibility';
import { personOf } from '@parley/rpc';
import { limits, mayHaveContents } from '@parley/rules';
import { loadVisibilityOfMessages } from '../../access/readable-periods.ts';
import { loadReader } from '../../access/reader.ts';
import type { Ctx } from '../../context.ts';
import { isAnyVisible } from '../../db/messages.ts';
import { visibleTo } from '../../db/visible.ts';

/**
 * Returns whether the reader, who may be a visitor, may read at least one of the messages. An API key without the area `messages`
 * sees none. The upload service calls this at each access to a file to which messages link.
 * @throws UNAUTHORIZED for a visitor when the organization does not admit visitors
 */
export async function canSeeAnyMessage(
  ctx: Ctx,
  { messageIds }: CanSeeAnyMessageRequest,
  scope: Scope,
): Promise<CanSeeAnyMessageResponse> {
  if (messageIds.length > limits.messagesPerRequest) throw errors.badRequest('Too many messages.');
  if (messageIds.length === 0) return { canSee: false };
  if (!mayHaveContents(personOf(scope.call)?.keyScope)) return { canSee: false };
  // The first attempt uses cached facts. When it refuses, a second one asks the services that own the facts.
  return { canSee: (await canSee(scope)) || (await canSee(scope.askingOwners())) };

  async function canSee(scope: Scope): Promise<boolean> {
    const reader = await loadReader(await scope.confirmed((facts) => facts.reader()), scope);
    const visibility = await loadVisibilityOfMessages(ctx, reader, messageIds, scope);
    return await isAnyVisible(ctx.db, messageIds, visibleTo(reader, visibility));
  }
}
