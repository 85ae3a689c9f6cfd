import type { FindHiddenUsersRequest, FindHiddenUsersResponse } from '@parley/proto/useradmin/v1/visibility';
import { isLimited } from '../../../guest-visibility/domain/guest-visibility.ts';
import { listHidden } from '../../../guests/db/guests.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';

/** Returns which of the given people the caller may not see. */
export async function findHiddenUsers(
  _ctx: Ctx,
  { userIds }: FindHiddenUsersRequest,
  scope: DbScope,
): Promise<FindHiddenUsersResponse> {
  const viewer = await scope.caller();
  if (!isLimited(await scope.organization(), viewer)) return { userIds: [] };
  return { userIds: await listHidden(scope, viewer.userId, userIds) };
}
