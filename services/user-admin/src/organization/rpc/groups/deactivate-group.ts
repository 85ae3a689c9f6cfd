import { errors, ParleyError } from '@parley/core';
import type { DeactivateGroupRequest, DeactivateGroupResponse } from '@parley/proto/useradmin/v1/groups';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { updateGroup as storeGroup } from '../../db/group-changes.ts';
import { mayManage } from '../../domain/group-rules.ts';
import { findGroupUses } from '../../domain/group-uses.ts';
import { groupUpdated } from '../../events/groups.ts';
import { changeableGroup, changeGroups, groupAfter } from '../../groups/change-groups.ts';

/**
 * Takes a group out of use, if nothing depends on it (contract, `deactivate-user-group`).
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export function deactivateGroup(
  ctx: Ctx,
  request: DeactivateGroupRequest,
  call: Call,
): Promise<DeactivateGroupResponse> {
  return changeGroups(ctx, call, async (facts) => {
    const { tx, realm, world } = facts;
    const { group, rights } = changeableGroup(facts, request.groupId);
    if (!mayManage(rights)) throw errors.notPermitted();
    if (group.isDeactivated) throw errors.badRequest('User group is already deactivated.');
    const objections = findGroupUses(group.groupId, world, realm.settings, request.channelUses);
    if (objections.length > 0) {
      throw new ParleyError('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {
        objections,
      });
    }
    await storeGroup(tx, group.groupId, { isDeactivated: true });
    await audit(tx, call, { action: 'group.deactivated', details: { groupId: group.groupId } });
    const after = await groupAfter(tx, group.groupId);
    return { result: {}, events: [groupUpdated(after, realm.systemGroups, { deactivated: true })] };
  });
}
