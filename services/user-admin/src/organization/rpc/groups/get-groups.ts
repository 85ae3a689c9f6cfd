import { jsonBytes } from '@parley/core';
import type { GetGroupsRequest, GetGroupsResponse } from '@parley/proto/useradmin/v1/groups';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { askAboutGroups } from '../../groups/group-facts.ts';
import { presentGroupsTo } from '../../groups/visible-groups.ts';

/** Returns all groups, with the members that the caller sees. @throws UNAUTHORIZED */
export function getGroups(
  _ctx: Ctx,
  { includeDeactivated }: GetGroupsRequest,
  scope: Scope,
): Promise<GetGroupsResponse> {
  return askAboutGroups(scope, async (tx, caller, { groups }) => {
    const wanted = [...groups.values()].filter((group) => includeDeactivated || !group.isDeactivated);
    return { userGroupsJson: jsonBytes(await presentGroupsTo(tx, caller, wanted)) };
  });
}
