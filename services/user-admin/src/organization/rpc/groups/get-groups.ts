import type { GetGroupsRequest, GetGroupsResponse } from '@parley/proto/useradmin/v1/groups';
import { jsonText, stateOf } from '@parley/registration';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listGroups } from '../../db/groups.ts';
import { presentAllGroups } from '../../groups/all-groups.ts';
import { deactivatedMembers } from '../../groups/visible-groups.ts';

/** Returns all groups, with those members whom the caller may see. */
export async function getGroups(
  ctx: Ctx,
  { includeDeactivated, options }: GetGroupsRequest,
  scope: DbScope,
): Promise<GetGroupsResponse> {
  const { value } = await scope.snapshot(async (tx, snapshot) => {
    const [caller, groups] = await Promise.all([tx.caller(), listGroups(tx), tx.once(deactivatedMembers)]);
    const wanted = groups.filter((group) => includeDeactivated || !group.isDeactivated);
    return presentAllGroups(tx, caller, wanted, () => ctx.peopleByRole(tx, snapshot));
  });
  return options
    ? { userGroupsJson: Buffer.alloc(0), state: stateOf(new Map([['user_groups', value]]), options) }
    : { userGroupsJson: jsonText(value), state: undefined };
}
