import { Group, User } from '@parley/proto/events/v1/facts';
import { describe, expect, it } from 'vitest';
import { groupSettingOf } from './group-settings.ts';
import { holdsRight, SYSTEM_GROUP_RULES, type SystemGroupRule } from './groups.ts';

const day = 86_400;
const nowSeconds = 100 * day;

const ruleGroups = SYSTEM_GROUP_RULES.map((rule, index) =>
  Group.fromPartial({
    groupId: index + 1,
    rule,
    isSystemGroup: true,
    directSubgroupIds: index < 6 ? [index + 2] : [],
  }),
);
const idOf = (rule: SystemGroupRule) => SYSTEM_GROUP_RULES.indexOf(rule) + 1;

const person = (role: number, over: Partial<User> = {}) =>
  User.fromPartial({ userId: role, role, isActive: true, joinedAt: nowSeconds - day, ...over });

function holds(setting: unknown, user: User, groups: Group[] = [], waitingPeriodDays = 0): boolean {
  const all = new Map([...ruleGroups, ...groups].map((group) => [group.groupId, group]));
  return holdsRight(groupSettingOf(setting), user, { groups: all, waitingPeriodDays, nowSeconds });
}

describe('rights by role', () => {
  const table: [SystemGroupRule, number[]][] = [
    ['role:internet', [100, 200, 300, 400, 600]],
    ['role:everyone', [100, 200, 300, 400, 600]],
    ['role:members', [100, 200, 300, 400]],
    ['role:fullmembers', [100, 200, 300, 400]],
    ['role:moderators', [100, 200, 300]],
    ['role:administrators', [100, 200]],
    ['role:owners', [100]],
    ['role:nobody', []],
  ];

  it.each(table)('%s', (rule, holders) => {
    const roles = [100, 200, 300, 400, 600];
    expect(roles.filter((role) => holds(idOf(rule), person(role)))).toEqual(holders);
    expect(roles.filter((role) => holds(idOf(rule), person(role, { isActive: false })))).toEqual([]);
  });

  it('include full members only after their waiting period', () => {
    const full = (user: User, days: number) => holds(idOf('role:fullmembers'), user, [], days);
    expect(full(person(400), 1)).toBe(true);
    expect(full(person(400), 2)).toBe(false);
    expect(full(person(300), 2)).toBe(true);
    expect(full(person(600), 0)).toBe(false);
  });
});

describe('rights by membership', () => {
  const inner = Group.fromPartial({ groupId: 21, directMemberIds: [7] });
  const outer = Group.fromPartial({ groupId: 20, directMemberIds: [8], directSubgroupIds: [21] });

  it('include members of subgroups', () => {
    expect(holds(20, person(400, { userId: 7 }), [outer, inner])).toBe(true);
    expect(holds(20, person(400, { userId: 8 }), [outer, inner])).toBe(true);
    expect(holds(21, person(400, { userId: 8 }), [outer, inner])).toBe(false);
  });

  it('may name people and groups directly', () => {
    const setting = { direct_members: [5], direct_subgroups: [21, idOf('role:administrators')] };
    expect(holds(setting, person(400, { userId: 5 }), [inner])).toBe(true);
    expect(holds(setting, person(400, { userId: 7 }), [inner])).toBe(true);
    expect(holds(setting, person(200), [inner])).toBe(true);
    expect(holds(setting, person(300), [inner])).toBe(false);
    expect(holds({}, person(100))).toBe(false);
  });

  it('ignore cycles, deactivated groups and unknown groups', () => {
    const loop = [
      Group.fromPartial({ groupId: 30, directSubgroupIds: [31] }),
      Group.fromPartial({ groupId: 31, directSubgroupIds: [30] }),
    ];
    expect(holds(30, person(100), loop)).toBe(false);
    expect(holds(21, person(400, { userId: 7 }), [{ ...inner, isDeactivated: true }])).toBe(false);
    expect(holds(99, person(100))).toBe(false);
  });

  it('work for large groups as for small ones', () => {
    const large = Group.fromPartial({
      groupId: 40,
      directMemberIds: Array.from({ length: 50_000 }, (_, n) => n),
    });
    expect(holds(40, person(400, { userId: 49_999 }), [large])).toBe(true);
    expect(holds(40, person(400, { userId: 50_000 }), [large])).toBe(false);
  });
});
