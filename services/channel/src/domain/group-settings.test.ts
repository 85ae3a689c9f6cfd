import { GroupSetting } from '@parley/proto/common/v1/group_setting';
import { channelPermissionNames, channelPermissions } from '@parley/settings';
import { expect, it } from 'vitest';
import { chooseSettings, defaultRules } from './group-settings.ts';

const everyone = { groupId: 90, rule: 'role:everyone', isDeactivated: false };
const groups = [
  everyone,
  ...defaultRules
    .filter((rule) => rule !== everyone.rule)
    .map((rule, index) => ({ groupId: index + 1, rule, isDeactivated: false })),
];
const channel = { isPrivate: false, isHistoryPublic: true };

it.each(channelPermissionNames)(
  '%s accepts role:everyone exactly where it is announced to clients',
  (name) => {
    const given = { [name]: GroupSetting.fromPartial({ value: { $case: 'groupId', groupId: 90 } }) };
    const choose = () => chooseSettings(given, 1, { groups, people: new Set() }, channel)[name];
    if (channelPermissions[name].allow_everyone_group) expect(choose()).toBe(90);
    else expect(choose).toThrow("cannot be set to 'role:everyone'");
  },
);
