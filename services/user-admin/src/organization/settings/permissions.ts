import { errors } from '@parley/core';
import type { Queryable, Tx } from '@parley/db';
import { Group } from '@parley/proto/events/v1/facts';
import { groupSettingOf, holdsRight, SYSTEM_GROUP_RULES } from '@parley/rules';
import type { OrganizationPermission } from '@parley/settings';
import { readRealm } from '../../kernel/db/realm.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import type { Ctx } from '../context.ts';
import { listGroups } from '../db/groups.ts';
import { groupFact } from '../domain/groups.ts';

/** Whether a person holds one of the organization's permissions. Groups are read only where they matter. */
export async function holdsPermission(
  db: Queryable,
  realm: Realm,
  person: Person,
  permission: OrganizationPermission,
): Promise<boolean> {
  const value = realm.settings[permission];
  const rule = SYSTEM_GROUP_RULES.find((each) => realm.systemGroups[each] === value);
  const groups =
    rule === undefined
      ? (await listGroups(db)).map((group) => groupFact(group, realm.systemGroups))
      : [Group.fromPartial({ groupId: realm.systemGroups[rule], rule })];
  return holdsRight(groupSettingOf(value), person, {
    groups: new Map(groups.map((group) => [group.groupId, group])),
    waitingPeriodDays: realm.settings.waiting_period_threshold,
    nowSeconds: Math.floor(Date.now() / 1000),
  });
}

/** @throws BAD_REQUEST when the caller may not add emoji */
export async function requireEmojiRight(ctx: Ctx, tx: Tx, caller: Person): Promise<void> {
  const realm = await readRealm(tx, ctx.config);
  if (!(await holdsPermission(tx, realm, caller, 'can_add_custom_emoji_group'))) throw errors.notPermitted();
}
