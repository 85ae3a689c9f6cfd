/** What depends on a group and keeps it from being deactivated. Pure. */
import type { ChannelUse } from '@parley/proto/useradmin/v1/groups';
import type { GroupSettingValue } from '@parley/rules';
import type { OrganizationSettings } from '@parley/settings';
import { organizationPermissions } from '@parley/settings';
import type { GroupWorld } from './group-rules.ts';

export type Objection = Readonly<Record<string, unknown>>;

const names = (value: GroupSettingValue | undefined, groupId: number): boolean =>
  typeof value === 'number' ? value === groupId : (value?.direct_subgroups.includes(groupId) ?? false);

/**
 * Groups that hold it or whose settings name it, settings of the organization, channels.
 * @param channelUses what `channel` says of its channels.
 */
export function findGroupUses(
  groupId: number,
  { groups }: GroupWorld,
  settings: OrganizationSettings,
  channelUses: readonly ChannelUse[],
): Objection[] {
  const supergroup_ids: number[] = [];
  const objections: Objection[] = [];
  for (const group of groups.values()) {
    if (group.isDeactivated || group.groupId === groupId) continue;
    if (group.subgroupIds.includes(groupId)) supergroup_ids.push(group.groupId);
    const inSettings = Object.entries(group.settings)
      .filter(([, value]) => names(value, groupId))
      .map(([name]) => name);
    if (inSettings.length > 0) {
      objections.push({ type: 'user_group', group_id: group.groupId, settings: inSettings });
    }
  }
  const organization = Object.keys(organizationPermissions).filter((name) =>
    names(settings[name as keyof typeof organizationPermissions], groupId),
  );
  return [
    ...(supergroup_ids.length > 0 ? [{ type: 'subgroup', supergroup_ids }] : []),
    ...objections,
    ...(organization.length > 0 ? [{ type: 'realm', settings: organization }] : []),
    ...channelUses.map((use) => ({ type: 'channel', channel_id: use.channelId, settings: use.settings })),
  ];
}
