/** Changing settings of the organization, and telling of it. */
import { errors } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { Call } from '@parley/rpc';
import type { GroupSettingValue } from '@parley/rules';
import {
  canonicalPermission,
  checkPermission,
  expectValue,
  type KnownGroup,
  organizationPermissions,
} from '@parley/settings';
import { audit } from '../../kernel/audit.ts';
import { findUsers } from '../../kernel/db/people.ts';
import { findOrganization, readRealm } from '../../kernel/db/realm.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import { viewersOf } from '../../kernel/viewers.ts';
import type { Ctx } from '../context.ts';
import { lockGroups } from '../db/group-changes.ts';
import { listFullMembers, listGroups } from '../db/groups.ts';
import { updateOrganizationSettings } from '../db/organization.ts';
import {
  channelSettings,
  isPermission,
  parseChanges,
  type SettingChange,
} from '../domain/setting-changes.ts';
import { membersAddedInParts, membersRemovedInParts } from '../events/groups.ts';
import { organizationChanged } from '../events/organization.ts';
import { requireChannels } from './require-channels.ts';
import { organizationFact } from './shared-settings.ts';

/**
 * Sets what differs from what there is, in the caller's transaction, which holds the organization's lock.
 * @returns names of the settings that changed
 * @throws BAD_REQUEST when a value is not possible, EXPECTATION_MISMATCH when it was changed meanwhile
 */
export async function changeSettings(
  ctx: Ctx,
  tx: Tx,
  call: Call,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const before = await readRealm(tx, ctx.config);
  const wanted = await checked(ctx, tx, before, call, parseChanges(given));
  const changes = wanted.filter(
    ({ name, value }) => JSON.stringify(value) !== JSON.stringify(before.settings[name]),
  );
  if (changes.length > 0) await storeSettings(ctx, tx, call, before, changes);
}

/** Stores settings that were checked, tells everybody and the audit log; in the transaction that holds the lock. */
export async function storeSettings(
  ctx: Ctx,
  tx: Tx,
  call: Call,
  before: Realm,
  changes: readonly SettingChange[],
): Promise<void> {
  const stored = (await findOrganization(tx))!.settings;
  await updateOrganizationSettings(tx, {
    ...stored,
    ...Object.fromEntries(changes.map(({ name, value }) => [name, value])),
  });
  const after = await readRealm(tx, ctx.config);
  const names = changes.map(({ name }) => name);
  await emitAll(tx, organizationChanged(after, names, await organizationFact(tx, after)));
  await announceFullMembers(tx, before, after);
  await audit(
    tx,
    call,
    ...changes.map(({ name, value }) => ({
      action: 'organization.setting_changed',
      details: { setting: name, from: before.settings[name], to: value },
    })),
  );
}

async function checked(
  ctx: Ctx,
  tx: Tx,
  realm: Realm,
  call: Call,
  changes: readonly SettingChange[],
): Promise<SettingChange[]> {
  const channelIds = changes
    .filter(({ name, value }) => channelSettings.includes(name) && value !== -1)
    .map(({ value }) => value as number);
  if (channelIds.length > 0) await requireChannels(ctx, channelIds, call);
  const permissions = changes.filter(({ name }) => isPermission(name));
  if (permissions.length === 0) return [...changes];
  // No group that is named here goes out of use meanwhile.
  await lockGroups(tx);
  const groups = await knownGroups(tx);
  const people = await activePeople(tx, permissions);
  return changes.map((change) => {
    const { name, value, old } = change;
    if (!isPermission(name)) return change;
    const canonical = (each: GroupSettingValue) => canonicalPermission(each, realm.systemGroups);
    const wanted = canonical(value as GroupSettingValue);
    checkPermission(name, wanted, organizationPermissions[name], groups, people);
    expectValue(old && canonical(old), canonical(realm.settings[name]));
    return { name, value: wanted };
  });
}

async function knownGroups(tx: Tx): Promise<ReadonlyMap<number, KnownGroup>> {
  return new Map((await listGroups(tx)).map((group) => [group.groupId, group]));
}

/** More people than this are to be put into a group. */
const maxDirectMembers = 1_000;

async function activePeople(tx: Tx, changes: readonly SettingChange[]): Promise<ReadonlySet<number>> {
  const ids = new Set(
    changes.flatMap(({ value }) => {
      const permission = value as GroupSettingValue;
      return typeof permission === 'number' ? [] : permission.direct_members;
    }),
  );
  if (ids.size > maxDirectMembers) {
    throw errors.badRequest(`Permissions can name at most ${maxDirectMembers} people; use a group.`);
  }
  if (ids.size === 0) return ids;
  const people = await findUsers(tx, { userIds: [...ids], keys: [] });
  return new Set(people.filter((person) => person.isActive).map((person) => person.userId));
}

/** A new waiting period makes some people full members, or makes them wait again. */
async function announceFullMembers(tx: Tx, before: Realm, after: Realm): Promise<void> {
  const [old, now] = [before, after].map(({ settings }) => settings.waiting_period_threshold);
  if (old === now) return;
  const [had, has] = [new Set(await listFullMembers(tx, old!)), new Set(await listFullMembers(tx, now!))];
  const groupId = after.systemGroups['role:fullmembers'];
  const [came, went] = [[...has.difference(had)], [...had.difference(has)]];
  const viewers = await viewersOf(tx, after, [...came, ...went]);
  await emitAll(tx, [
    ...membersAddedInParts(groupId, came, viewers),
    ...membersRemovedInParts(groupId, went, viewers),
  ]);
}
