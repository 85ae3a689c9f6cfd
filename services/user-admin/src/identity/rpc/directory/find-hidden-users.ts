import type { FindHiddenUsersRequest, FindHiddenUsersResponse } from '@parley/proto/useradmin/v1/visibility';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { isLimited } from '../../../kernel/domain/visibility.ts';
import type { Ctx } from '../../context.ts';
import { listHidden } from '../../db/guests.ts';

/** Of some people those whom the caller does not see. @throws UNAUTHORIZED */
export async function findHiddenUsers(
  ctx: Ctx,
  { userIds }: FindHiddenUsersRequest,
  call: Call,
): Promise<FindHiddenUsersResponse> {
  const viewer = await requireCaller(ctx.db, call);
  if (!isLimited(await readRealm(ctx.db, ctx.config), viewer)) return { userIds: [] };
  return { userIds: await listHidden(ctx.db, viewer.userId, userIds) };
}
