/** Converts the values of settings that consist of people and groups, such as `can_send_message_group`. */
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';

/** People and groups, in the form of the API. */
export type PeopleAndGroups = { direct_members: number[]; direct_subgroups: number[] };

/** The value of a group setting in the form of the API: the ID of a group, or people and groups. */
export type GroupSettingValue = number | PeopleAndGroups;

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

export function plainGroupSetting({ value }: GroupSetting): GroupSettingValue {
  if (value?.$case === 'groupId') return value.groupId;
  return {
    direct_members: value?.anonymous.directMembers ?? [],
    direct_subgroups: value?.anonymous.directSubgroups ?? [],
  };
}
