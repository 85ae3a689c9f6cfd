import { errors, ParleyError } from '@parley/core';
import type { DeactivateGroupRequest, DeactivateGroupResponse } from '@parley/proto/useradmin/v1/groups';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { updateGroup as storeGroup } from '../../db/group-changes.ts';
import { mayManage } from '../../domain/group-rules.ts';
import { findGroupUses } from '../../domain/group-uses.ts';
import { groupUpdated } from '../../events/groups.ts';
import { changeGroups, requireChangeableGroup } from '../../groups/change-groups.ts';
import { rereadGroup } from '../../groups/group-facts.ts';

/**
 * Deactivates a group that is not used by other groups or in settings.
 * @throws BAD_REQUEST; CANNOT_DEACTIVATE_GROUP_IN_USE with the uses of the group
 */
export function deactivateGroup(
  _ctx: Ctx,
  request: DeactivateGroupRequest,
  scope: DbScope,
): Promise<DeactivateGroupResponse> {
  return changeGroups(scope, async (basis) => {
    const { tx, organization, facts } = basis;
    const { group, rights } = requireChangeableGroup(basis, request.groupId);
    if (!mayManage(rights)) throw errors.notPermitted();
    if (group.isDeactivated) throw errors.badRequest('User group is already deactivated.');
    const objections = findGroupUses(group.groupId, facts, organization.settings, request.channelUses);
    if (objections.length > 0) {
      throw new ParleyError('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {
        objections,
      });
    }
    await storeGroup(tx, group.groupId, { isDeactivated: true });
    await audit(tx, { action: 'group.deactivated', details: { groupId: group.groupId, name: group.name } });
    const after = await rereadGroup(tx, group.groupId);
    return { result: {}, events: [groupUpdated(after, organization.systemGroups, { deactivated: true })] };
  });
}
