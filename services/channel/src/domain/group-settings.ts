import { errors, errorText, recordOf } from '@parley/core';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { GroupId, GroupSettingValue, UserId } from '@parley/rules';
import { plainGroupSetting, type SystemGroupRule } from '@parley/rules';
import {
  type ChannelPermission,
  channelPermissionNames,
  channelPermissions,
  checkPermission,
  expectValue,
  type KnownGroup,
  sortedPermission,
} from '@parley/settings';

export type ChannelSetting = ChannelPermission;
export const defaultRules: readonly SystemGroupRule[] = [
  ...new Set(Object.values(channelPermissions).map(({ default_group_name: rule }) => rule)),
].filter((rule) => rule !== 'channel_creator');

export type ChannelSettingValues = Record<ChannelSetting, GroupSettingValue>;

/** The groups and people to which values refer. Those that do not exist are absent. */
export type Named = { groups: readonly KnownGroup[]; people: ReadonlySet<UserId> };

/** Checks the names of settings. @throws BAD_REQUEST for an unknown name */
export function checkSettingNames(given: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(channelPermissions, name))
      throw errors.badRequest(errorText('Invalid setting: {name}', { name }));
  }
}

export function groupsNamedBy(given: Readonly<Record<string, GroupSetting>>): GroupId[] {
  const ids = Object.values(given).flatMap(({ value }) =>
    value?.$case === 'groupId'
      ? [value.groupId]
      : value?.$case === 'anonymous'
        ? value.anonymous.directSubgroups
        : [],
  );
  return [...new Set(ids)];
}

/** Returns the IDs of the people to whom the settings refer. */
export function peopleNamedBy(given: Readonly<Record<string, GroupSetting>>): UserId[] {
  return [
    ...new Set(
      Object.values(given).flatMap(({ value }) =>
        value?.$case === 'anonymous' ? value.anonymous.directMembers : [],
      ),
    ),
  ];
}

/**
 * Returns the group settings of a new channel: the requested ones, and defaults for the others.
 * @param creatorId 0 when the system creates the channel
 * @param named the groups and people to which the request refers, and the groups of `defaultRules`
 * @throws BAD_REQUEST for a group that does not exist, is deactivated or may not be chosen, for an unknown person, and when
 * `checkTopicCreators` refuses the settings; UNAVAILABLE when a group of `defaultRules` is missing
 */
export function chooseSettings(
  given: Readonly<Record<string, GroupSetting>>,
  creatorId: UserId,
  { groups, people }: Named,
  channel: { isPrivate: boolean; isHistoryPublic: boolean },
): ChannelSettingValues {
  const byId = new Map(groups.map((group) => [group.groupId, group]));
  const system = (rule: string): number => {
    const group = groups.find((each) => each.rule === rule);
    if (!group) throw errors.unavailable(errorText('The system group {rule} is not there.', { rule }));
    return group.groupId;
  };
  const values = recordOf(channelPermissionNames, (name): GroupSettingValue => {
    const { default_group_name: rule } = channelPermissions[name];
    const setting = given[name];
    if (setting?.value) return checkedValue(name, setting, byId, people);
    if (rule !== 'channel_creator') return system(rule);
    return creatorId === 0 ? system('role:nobody') : { direct_members: [creatorId], direct_subgroups: [] };
  });
  checkTopicCreators({ ...channel, groupSettings: values }, system('role:everyone'));
  return values;
}

/**
 * Returns all group settings of a channel after some of them changed.
 * @param given for each changed setting, the new value, and the value that the client believes to be current
 * @param named the groups and people to which the request refers
 * @throws BAD_REQUEST for a group that does not exist, is deactivated or may not be chosen, and for an unknown person;
 * EXPECTATION_MISMATCH when the current value is not the one that the client believes to be current
 */
export function changeSettings(
  current: ChannelSettingValues,
  given: Readonly<Record<string, { new: GroupSetting | undefined; old: GroupSetting | undefined }>>,
  { groups, people }: Named,
): ChannelSettingValues {
  const byId = new Map(groups.map((group) => [group.groupId, group]));
  const values = { ...current };
  for (const name of channelPermissionNames) {
    const update = Object.hasOwn(given, name) ? given[name] : undefined;
    if (!update?.new?.value) continue;
    if (update.old?.value) expectValue(name, sortedPermission(plainGroupSetting(update.old)), current[name]);
    const value = checkedValue(name, update.new, byId, people);
    if (settingKey(value) !== settingKey(current[name])) values[name] = value;
  }
  return values;
}

/**
 * Checks who may create topics. Subscribers of a private channel with protected history cannot see all topics, so they cannot
 * know whether a topic exists. Therefore everyone must be allowed to create topics there.
 * @throws BAD_REQUEST when not everyone is
 */
export function checkTopicCreators(
  channel: { isPrivate: boolean; isHistoryPublic: boolean; groupSettings: ChannelSettingValues },
  everyone: number,
): void {
  const { isPrivate, isHistoryPublic, groupSettings } = channel;
  if (isPrivate && !isHistoryPublic && groupSettings.can_create_topic_group !== everyone) {
    throw errors.badRequest(
      'can_create_topic_group must be everyone for private channels with protected history.',
    );
  }
}

function checkedValue(
  name: ChannelSetting,
  setting: GroupSetting,
  groups: ReadonlyMap<GroupId, KnownGroup>,
  knownPeople: ReadonlySet<UserId>,
): GroupSettingValue {
  const value = sortedPermission(plainGroupSetting(setting));
  checkPermission(name, value, channelPermissions[name], groups, knownPeople);
  return value;
}

/** Returns a map key for a value. Equal values have equal keys. */
export const settingKey = (value: GroupSettingValue): string =>
  typeof value === 'number' ? `g${value}` : JSON.stringify(value);

/** The system group that may post, by the value of the legacy parameter `stream_post_policy`. */
const postingRules: Readonly<Record<number, SystemGroupRule>> = {
  1: 'role:everyone',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
};

/** Undefined for 0, which means that the request does not set it. @throws BAD_REQUEST for an unknown policy */
export function ruleOfPostPolicy(policy: number): SystemGroupRule | undefined {
  if (policy === 0) return undefined;
  const rule = postingRules[policy];
  if (!rule) throw errors.badRequest('Invalid stream_post_policy');
  return rule;
}

/** 2 administrators, 3 full members, 4 moderators; 1 for everything else. */
export function postPolicy(
  value: GroupSettingValue,
  ruleOf: (groupId: GroupId) => string | undefined,
): number {
  const rule = typeof value === 'number' ? ruleOf(value) : undefined;
  if (rule === 'role:administrators') return 2;
  if (rule === 'role:fullmembers') return 3;
  if (rule === 'role:moderators') return 4;
  return 1;
}
