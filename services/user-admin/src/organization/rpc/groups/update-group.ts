import { errors } from '@parley/core';
import type { UpdateGroupRequest, UpdateGroupResponse } from '@parley/proto/useradmin/v1/groups';
import type { Call } from '@parley/rpc';
import type { SystemGroupIds } from '@parley/settings';
import { audit } from '../../../kernel/audit.ts';
import { viewersOf } from '../../../kernel/viewers.ts';
import type { Ctx } from '../../context.ts';
import { deactivatedMembers, isGroupNameTaken, updateGroup as storeGroup } from '../../db/group-changes.ts';
import { mayManage, parseGroupDescription, parseGroupName } from '../../domain/group-rules.ts';
import { effectiveGroupSettings, type StoredGroup, withoutGone } from '../../domain/groups.ts';
import { groupReturned, groupUpdated } from '../../events/groups.ts';
import { changeableGroup, changeGroups, groupAfter } from '../../groups/change-groups.ts';
import { checkedGroupSettings } from '../../groups/group-settings.ts';

/**
 * Changes name, description or settings of a group, or takes it back into use (contract, `update-user-group`).
 * @throws BAD_REQUEST, EXPECTATION_MISMATCH, UNAUTHORIZED
 */
export function updateGroup(ctx: Ctx, request: UpdateGroupRequest, call: Call): Promise<UpdateGroupResponse> {
  const named = request.name === undefined ? undefined : parseGroupName(request.name);
  const description =
    request.description === undefined ? undefined : parseGroupDescription(request.description);
  const settingNames = Object.keys(request.settings);
  if (!named && description === undefined && settingNames.length === 0 && request.deactivated === undefined) {
    throw errors.badRequest('No new data supplied');
  }
  return changeGroups(ctx, call, async (facts) => {
    const { tx, realm } = facts;
    const { group, rights } = changeableGroup(facts, request.groupId);
    if (!mayManage(rights)) throw errors.notPermitted();
    const settings = await checkedGroupSettings(facts, request.settings, group);
    if (named && (await isGroupNameTaken(tx, named.key, group.groupId))) {
      throw errors.badRequest(`User group '${named.name}' already exists.`);
    }
    // Deactivating has its own conditions; here it can only be taken back.
    const isDeactivated = request.deactivated === false ? false : undefined;
    await storeGroup(tx, group.groupId, { ...named, description, isDeactivated, settings });
    const after = await groupAfter(tx, group.groupId);
    const [was, is] = [shown(group, realm.systemGroups), shown(after, realm.systemGroups)];
    const data = Object.fromEntries(
      Object.entries(is).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name])),
    );
    if (Object.keys(data).length === 0) return { result: {}, events: [] };
    await audit(tx, call, { action: 'group.changed', details: { groupId: group.groupId, ...data } });
    const isBack = group.isDeactivated && !after.isDeactivated;
    return {
      result: {},
      events: [
        groupUpdated(after, realm.systemGroups, data),
        ...(isBack
          ? groupReturned(
              withoutGone(after, await deactivatedMembers(tx)),
              realm.systemGroups,
              await viewersOf(tx, realm, after.memberIds),
            )
          : []),
      ],
    };
  });
}

/** What clients hear changes of. */
const shown = (group: StoredGroup, systemGroups: SystemGroupIds): Record<string, unknown> => ({
  name: group.name,
  description: group.description,
  deactivated: group.isDeactivated,
  ...effectiveGroupSettings(group, systemGroups),
});
