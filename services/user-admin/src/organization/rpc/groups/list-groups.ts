import type { ListGroupsResponse } from '@parley/proto/useradmin/v1/user_admin';
import { systemGroupIds } from '@parley/settings';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listGroups as readGroups } from '../../db/groups.ts';
import { groupFact } from '../../domain/groups.ts';

/** Returns all groups, which other services cache. Returns an empty list while no organization exists. */
export async function listGroups(_ctx: Ctx, _request: unknown, scope: DbScope): Promise<ListGroupsResponse> {
  const { value, snapshot } = await scope.snapshot((tx) => readGroups(tx));
  if (value.length === 0) return { groups: [], snapshot };
  const systemGroups = systemGroupIds(value.map(({ groupId, rule }) => ({ group_id: groupId, rule })));
  return { groups: value.map((group) => groupFact(group, systemGroups)), snapshot };
}
