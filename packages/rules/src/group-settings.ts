/** Values of settings that name people and groups: `can_send_message_group` and its like. */
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';

/** People and groups, as the API spells them. */
export type PeopleAndGroups = { direct_members: number[]; direct_subgroups: number[] };

/** Value of a group setting in its API form: a group's ID, or people and groups. */
export type GroupSettingValue = number | PeopleAndGroups;

/** Converts a group setting from its API form. Anything but a number or people and groups names nobody. */
export function groupSettingOf(value: unknown): GroupSetting {
  if (typeof value === 'number') return { value: { $case: 'groupId', groupId: value } };
  const { direct_members = [], direct_subgroups = [] } = (value ?? {}) as Partial<PeopleAndGroups>;
  return {
    value: {
      $case: 'anonymous',
      anonymous: { directMembers: direct_members, directSubgroups: direct_subgroups },
    },
  };
}

/** Converts a group setting to its API form, as it was given. */
export function plainGroupSetting({ value }: GroupSetting): GroupSettingValue {
  if (value?.$case === 'groupId') return value.groupId;
  return {
    direct_members: value?.anonymous.directMembers ?? [],
    direct_subgroups: value?.anonymous.directSubgroups ?? [],
  };
}
