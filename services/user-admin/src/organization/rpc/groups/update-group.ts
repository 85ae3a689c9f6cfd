import { errors, errorText, expectFields } from '@parley/core';
import type { UpdateGroupRequest, UpdateGroupResponse } from '@parley/proto/useradmin/v1/groups';
import type { SystemGroupIds } from '@parley/settings';
import { viewersOf } from '../../../guest-visibility/visible-people.ts';
import { audit, valuesChanged } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import {
  isGroupNameTaken,
  listDeactivatedMembers,
  updateGroup as storeGroup,
} from '../../db/group-changes.ts';
import { mayManage, parseGroupDescription, parseGroupName } from '../../domain/group-rules.ts';
import { effectiveGroupSettings, type StoredGroup, withoutDeactivated } from '../../domain/groups.ts';
import { groupReactivated, groupUpdated } from '../../events/groups.ts';
import { changeGroups, requireChangeableGroup } from '../../groups/change-groups.ts';
import { rereadGroup } from '../../groups/group-facts.ts';
import { checkGroupSettings } from '../../groups/group-settings.ts';

/**
 * Changes the name, description or settings of a group, or reactivates it.
 * @throws BAD_REQUEST; EXPECTATION_MISMATCH when the stored values differ from the expected ones
 */
export function updateGroup(
  _ctx: Ctx,
  request: UpdateGroupRequest,
  scope: DbScope,
): Promise<UpdateGroupResponse> {
  const named = request.name === undefined ? undefined : parseGroupName(request.name);
  const description =
    request.description === undefined ? undefined : parseGroupDescription(request.description);
  const settingNames = Object.keys(request.settings);
  if (!named && description === undefined && settingNames.length === 0 && request.deactivated === undefined) {
    throw errors.badRequest('No new data supplied');
  }
  return changeGroups(scope, async (basis) => {
    const { tx, organization } = basis;
    const { systemGroups } = organization;
    const { group, rights } = requireChangeableGroup(basis, request.groupId);
    if (!mayManage(rights)) throw errors.notPermitted();
    expectFields(request.expected, announcedFields(group, systemGroups));
    const settings = await checkGroupSettings(basis, request.settings, group);
    if (named && (await isGroupNameTaken(tx, named.key, group.groupId))) {
      throw errors.badRequest(errorText("User group '{name}' already exists.", { name: named.name }));
    }
    // Only reactivates a group. A deactivation has conditions, which `deactivateGroup` checks.
    const isDeactivated = request.deactivated === false ? false : undefined;
    await storeGroup(tx, group.groupId, { ...named, description, isDeactivated, settings });
    const after = await rereadGroup(tx, group.groupId);
    const [oldFields, newFields] = [
      announcedFields(group, systemGroups),
      announcedFields(after, systemGroups),
    ];
    const data = Object.fromEntries(
      Object.entries(newFields).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(oldFields[name]),
      ),
    );
    if (Object.keys(data).length === 0) return { result: {}, events: [] };
    const details = { groupId: group.groupId, ...valuesChanged(oldFields, data) };
    await audit(tx, { action: 'group.changed', details });
    const events = [groupUpdated(after, systemGroups, data)];
    if (group.isDeactivated && !after.isDeactivated) {
      const visible = withoutDeactivated(after, await listDeactivatedMembers(tx));
      events.push(...groupReactivated(visible, systemGroups, await viewersOf(tx, after.memberIds)));
    }
    return { result: {}, events };
  });
}

const announcedFields = (group: StoredGroup, systemGroups: SystemGroupIds): Record<string, unknown> => ({
  name: group.name,
  description: group.description,
  deactivated: group.isDeactivated,
  ...effectiveGroupSettings(group, systemGroups),
});
