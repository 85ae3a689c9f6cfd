import type { GetSubgroupsRequest, GetSubgroupsResponse } from '@parley/proto/useradmin/v1/groups';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { withSubgroups } from '../../domain/group-rules.ts';
import { askAboutGroups, requireGroup } from '../../groups/group-facts.ts';

/**
 * Returns the IDs of all direct and indirect subgroups of a group; with `directOnly`, only of the direct ones.
 * @throws BAD_REQUEST when no such group exists
 */
export function getSubgroups(
  _ctx: Ctx,
  { groupId, directOnly }: GetSubgroupsRequest,
  scope: DbScope,
): Promise<GetSubgroupsResponse> {
  return askAboutGroups(scope, async (_tx, _caller, facts) => {
    const group = requireGroup(facts, groupId);
    const below = withSubgroups(facts.groups, groupId);
    below.delete(groupId);
    const ids = directOnly ? group.subgroupIds : [...below].sort((a, b) => a - b);
    return { subgroupIds: [...ids] };
  });
}
