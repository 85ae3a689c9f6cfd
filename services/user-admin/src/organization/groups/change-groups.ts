/** Facts about groups that changes and questions decide on. */
import { errors } from '@parley/core';
import { emitAll, type Queryable, type Tx } from '@parley/db';
import type { Event } from '@parley/proto/events/v1/event';
import type { Call } from '@parley/rpc';
import { groupSettingOf, holdsRight, roles } from '@parley/rules';
import type { OrganizationPermission } from '@parley/settings';
import { requireCaller } from '../../kernel/caller.ts';
import { readRealm } from '../../kernel/db/realm.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import type { Ctx } from '../context.ts';
import { lockGroups } from '../db/group-changes.ts';
import { listGroups } from '../db/groups.ts';
import { type GroupWorld, groupWorld, holdsOfGroup, type Rights } from '../domain/group-rules.ts';
import type { StoredGroup } from '../domain/groups.ts';

/** All groups as the transaction sees them. */
export async function readWorld(ctx: Ctx, db: Queryable): Promise<{ realm: Realm; world: GroupWorld }> {
  const realm = await readRealm(db, ctx.config);
  const { waiting_period_threshold: days } = realm.settings;
  const nowSeconds = Math.floor(Date.now() / 1000);
  return { realm, world: groupWorld(await listGroups(db), realm.systemGroups, days, nowSeconds) };
}

/** A change of groups: who asks, what there is, and how to read a group again after writing. */
export type GroupChange = {
  tx: Tx;
  caller: Person;
  realm: Realm;
  world: GroupWorld;
};

/** Changes groups in one transaction, one change at a time; what it returns is told to everybody. */
export async function changeGroups<T>(
  ctx: Ctx,
  call: Call,
  change: (facts: GroupChange) => Promise<{ result: T; events: readonly Event[] }>,
): Promise<T> {
  ctx.writeGuard.check();
  return ctx.db.tx(async (tx) => {
    await lockGroups(tx);
    const caller = await requireCaller(tx, call);
    const { result, events } = await change({ tx, caller, ...(await readWorld(ctx, tx)) });
    await emitAll(tx, [...events]);
    return result;
  });
}

/** Whether the caller holds one of the organization's permissions; guests only those open to them. */
export function holdsInOrganization(
  { realm, world }: Pick<GroupChange, 'realm' | 'world'>,
  person: Person,
  permission: OrganizationPermission,
): boolean {
  return (
    person.role < roles.guest &&
    holdsRight(groupSettingOf(realm.settings[permission]), person, world.membership)
  );
}

const invalidGroup = () => errors.badRequest('Invalid user group');

/** @throws BAD_REQUEST when there is none. */
export function groupOf({ groups }: GroupWorld, groupId: number): StoredGroup {
  const group = groups.get(groupId);
  if (!group) throw invalidGroup();
  return group;
}

/** A group that people may change, with the caller's rights. System groups are rules: nobody changes them. */
export function changeableGroup(
  facts: Pick<GroupChange, 'caller' | 'realm' | 'world'>,
  groupId: number,
): { group: StoredGroup; rights: Rights } {
  const group = groupOf(facts.world, groupId);
  if (group.rule !== '') throw errors.notPermitted();
  const { caller, world } = facts;
  return {
    group,
    rights: {
      managesAll: holdsInOrganization(facts, caller, 'can_manage_all_groups'),
      holds: (permission) => holdsOfGroup(world, group, caller, permission),
    },
  };
}

/** The group as it is after the change. */
export async function groupAfter(tx: Tx, groupId: number): Promise<StoredGroup> {
  const group = (await listGroups(tx)).find((each) => each.groupId === groupId);
  if (!group) throw invalidGroup();
  return group;
}
