import { keysOf } from '@parley/core';
import type { ChannelUse } from '@parley/proto/useradmin/v1/groups';
import type { GroupId, GroupSettingValue } from '@parley/rules';
import type { OrganizationSettings } from '@parley/settings';
import { organizationPermissions } from '@parley/settings';
import type { GroupFacts } from './group-rules.ts';

export type Objection = Readonly<Record<string, unknown>>;

const usesGroup = (value: GroupSettingValue | undefined, groupId: GroupId): boolean =>
  typeof value === 'number' ? value === groupId : (value?.direct_subgroups.includes(groupId) ?? false);

/**
 * Returns the uses of a group in the form of the API: groups that contain it, and settings of groups, of the organization and
 * of channels that contain it. Uses in deactivated groups do not count.
 * @param channelUses uses in settings of channels, as the service `channel` reports them
 */
export function findGroupUses(
  groupId: GroupId,
  { groups }: GroupFacts,
  settings: OrganizationSettings,
  channelUses: readonly ChannelUse[],
): Objection[] {
  const supergroup_ids: number[] = [];
  const objections: Objection[] = [];
  for (const group of groups.values()) {
    if (group.isDeactivated || group.groupId === groupId) continue;
    if (group.subgroupIds.includes(groupId)) supergroup_ids.push(group.groupId);
    const inSettings = Object.entries(group.settings)
      .filter(([, value]) => usesGroup(value, groupId))
      .map(([name]) => name);
    if (inSettings.length > 0) {
      objections.push({ type: 'user_group', group_id: group.groupId, settings: inSettings });
    }
  }
  const organization = keysOf(organizationPermissions).filter((name) => usesGroup(settings[name], groupId));
  return [
    ...(supergroup_ids.length > 0 ? [{ type: 'subgroup', supergroup_ids }] : []),
    ...objections,
    ...(organization.length > 0 ? [{ type: 'realm', settings: organization }] : []),
    ...channelUses.map((use) => ({ type: 'channel', channel_id: use.channelId, settings: use.settings })),
  ];
}
