import { errors } from '@parley/core';
import type { CreateGroupRequest, CreateGroupResponse } from '@parley/proto/useradmin/v1/groups';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { viewersOf } from '../../../kernel/viewers.ts';
import type { Ctx } from '../../context.ts';
import {
  activePeople,
  addGroupMembers,
  addSubgroups,
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
import { changeGroups, groupAfter, holdsInOrganization } from '../../groups/change-groups.ts';
import { checkedGroupSettings } from '../../groups/group-settings.ts';

/** A new group with its first members (contract, `create-user-group`). @throws BAD_REQUEST, UNAUTHORIZED */
export function createGroup(ctx: Ctx, request: CreateGroupRequest, call: Call): Promise<CreateGroupResponse> {
  const { name, key } = parseGroupName(request.name);
  const description = parseGroupDescription(request.description);
  const memberIds = [...new Set(request.memberIds)];
  const subgroupIds = [...new Set(request.subgroupIds)];
  if (memberIds.length > maxGroupMembers) throw errors.badRequest('Too many members.');
  return changeGroups(ctx, call, async (facts) => {
    const { tx, caller, world, realm } = facts;
    if (!holdsInOrganization(facts, caller, 'can_create_groups')) throw errors.notPermitted();
    const people = await activePeople(tx, memberIds);
    const stranger = memberIds.find((id) => !people.has(id));
    if (stranger !== undefined) throw errors.badRequest(`Invalid user ID: ${stranger}`);
    checkNewSubgroups(world.groups, { groupId: 0, subgroupIds: [] }, subgroupIds);
    const given = Object.fromEntries(
      Object.entries(request.settings).map(([setting, value]) => [setting, { new: value }]),
    );
    const settings = await checkedGroupSettings(facts, given, undefined);
    if (await isGroupNameTaken(tx, key, 0)) throw errors.badRequest(`User group '${name}' already exists.`);
    const groupId = await insertGroup(tx, { name, key, description, creatorId: caller.userId, settings });
    await addGroupMembers(tx, groupId, memberIds);
    await addSubgroups(tx, groupId, subgroupIds);
    await audit(tx, call, { action: 'group.created', details: { groupId, name } });
    const group = await groupAfter(tx, groupId);
    return {
      result: { groupId },
      events: groupCreated(group, realm.systemGroups, await viewersOf(tx, realm, memberIds)),
    };
  });
}
