import { errors } from '@parley/core';
import { Group } from '@parley/proto/events/v1/facts';
import { groupSettingOf, holdsRight, SYSTEM_GROUP_RULES } from '@parley/rules';
import { isOpenToRole, type OrganizationPermission } from '@parley/settings';
import type { Person } from '../../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { listGroups } from '../db/groups.ts';
import { groupFact } from '../domain/groups.ts';

/** To be fast, reads groups only if the permission is not a single system group. */
export async function holdsPermission(
  scope: DbScope | TxScope,
  person: Person,
  permission: OrganizationPermission,
): Promise<boolean> {
  if (!isOpenToRole(permission, person.role)) return false;
  const { settings, systemGroups } = await scope.organization();
  const value = settings[permission];
  const rule = SYSTEM_GROUP_RULES.find((each) => systemGroups[each] === value);
  const groups =
    rule === undefined
      ? (await listGroups(scope)).map((group) => groupFact(group, systemGroups))
      : [Group.fromPartial({ groupId: systemGroups[rule], rule })];
  return holdsRight(groupSettingOf(value), person, {
    groups: new Map(groups.map((group) => [group.groupId, group])),
    waitingPeriodDays: settings.waiting_period_threshold,
    nowSeconds: Math.floor(Date.now() / 1000),
  });
}

/** Checks that the caller may add custom emoji. @throws BAD_REQUEST otherwise */
export async function requireEmojiPermission(tx: TxScope, caller: Person): Promise<void> {
  if (!(await holdsPermission(tx, caller, 'can_add_custom_emoji_group'))) throw errors.notPermitted();
}
