import { errors, errorText } from '@parley/core';
import type { CreateGroupRequest, CreateGroupResponse } from '@parley/proto/useradmin/v1/groups';
import { viewersOf } from '../../../guest-visibility/visible-people.ts';
import { audit, auditAll } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import {
  addGroupMembers,
  addSubgroups,
  findActivePeople,
  insertGroup,
  isGroupNameTaken,
} from '../../db/group-changes.ts';
import {
  checkNewSubgroups,
  maxGroupMembers,
  parseGroupDescription,
  parseGroupName,
} from '../../domain/group-rules.ts';
import { groupCreated } from '../../events/groups.ts';
import { changedMembers } from '../../groups/audited-members.ts';
import { changeGroups, hasPermission } from '../../groups/change-groups.ts';
import { rereadGroup } from '../../groups/group-facts.ts';
import { checkGroupSettings } from '../../groups/group-settings.ts';

/**
 * Creates a group, with members and subgroups.
 * @throws BAD_REQUEST when the caller may not create groups, a value is invalid, the name is taken, a person or group cannot be
 * used, or there are too many members or subgroups
 */
export function createGroup(
  _ctx: Ctx,
  request: CreateGroupRequest,
  scope: DbScope,
): Promise<CreateGroupResponse> {
  const { name, key } = parseGroupName(request.name);
  const description = parseGroupDescription(request.description);
  const memberIds = [...new Set(request.memberIds)];
  const subgroupIds = [...new Set(request.subgroupIds)];
  if (memberIds.length > maxGroupMembers) throw errors.badRequest('Too many members.');
  return changeGroups(scope, async (basis) => {
    const { tx, caller, facts, organization } = basis;
    if (!hasPermission(basis, caller, 'can_create_groups')) throw errors.notPermitted();
    const people = await findActivePeople(tx, memberIds);
    const missing = memberIds.find((id) => !people.has(id));
    if (missing !== undefined)
      throw errors.badRequest(errorText('Invalid user ID: {userId}', { userId: missing }));
    checkNewSubgroups(facts.groups, { groupId: 0, subgroupIds: [] }, subgroupIds);
    const given = Object.fromEntries(
      Object.entries(request.settings).map(([setting, value]) => [setting, { new: value }]),
    );
    const settings = await checkGroupSettings(basis, given, undefined);
    if (await isGroupNameTaken(tx, key, 0))
      throw errors.badRequest(errorText("User group '{name}' already exists.", { name }));
    const groupId = await insertGroup(tx, { name, key, description, creatorId: caller.userId, settings });
    await addGroupMembers(tx, groupId, memberIds);
    await addSubgroups(tx, groupId, subgroupIds);
    const members = { added: memberIds, removed: [], addedSubgroups: subgroupIds, removedSubgroups: [] };
    await audit(tx, { action: 'group.created', details: { groupId, name, description, settings } });
    await auditAll(tx, caller.userId, changedMembers({ groupId, name }, members));
    const group = await rereadGroup(tx, groupId);
    return {
      result: { groupId },
      events: groupCreated(group, organization.systemGroups, await viewersOf(tx, memberIds)),
    };
  });
}
