import type { ListMutedUsersResponse } from '@parley/proto/useradmin/v1/personal';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listAllMutedUsers } from '../../db/personal.ts';

/**
 * Returns all muted people, for the service that marks their messages as read. The fact `mutedUsersChanged` keeps its
 * cache up to date.
 */
export async function listMutedUsers(
  _ctx: Ctx,
  _request: unknown,
  scope: Scope,
): Promise<ListMutedUsersResponse> {
  const { value, snapshot } = await scope.snapshot((tx) => listAllMutedUsers(tx));
  return { people: value, snapshot };
}
