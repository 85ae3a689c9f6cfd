import type { ListMutedUsersResponse } from '@parley/proto/useradmin/v1/personal';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listAllMutedUsers } from '../../db/personal.ts';

/** The service that marks messages of muted people as read caches these lists (`mutedUsersChanged`). */
export async function listMutedUsers(
  _ctx: Ctx,
  _request: unknown,
  scope: DbScope,
): Promise<ListMutedUsersResponse> {
  const { value, snapshot } = await scope.snapshot((tx) => listAllMutedUsers(tx));
  return { people: value, snapshot };
}
