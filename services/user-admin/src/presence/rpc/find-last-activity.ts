import { errors, errorText } from '@parley/core';
import type {
  FindLastActivityRequest,
  FindLastActivityResponse,
} from '@parley/proto/useradmin/v1/notifications';
import { requireOperator } from '@parley/rpc';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';

const maxPerRequest = 10_000;

/**
 * Returns when people last used a client and were last connected, as their clients reported. The service `notify` calls it.
 * People without a known presence are left out. The times of people who hide their presence are those from before they hid it.
 * @throws BAD_REQUEST for too many people
 */
export async function findLastActivity(
  ctx: Ctx,
  { userIds }: FindLastActivityRequest,
  scope: DbScope,
): Promise<FindLastActivityResponse> {
  requireOperator(scope.call);
  if (userIds.length > maxPerRequest) {
    throw errors.badRequest(
      errorText('At most {limit} people can be looked up at once.', { limit: maxPerRequest }),
    );
  }
  await ctx.presence.awake();
  return {
    people: userIds.flatMap((userId) => {
      const found = ctx.presence.find(userId);
      return found ? [{ userId, activeAt: found.activeAt, connectedAt: found.idleAt }] : [];
    }),
  };
}
