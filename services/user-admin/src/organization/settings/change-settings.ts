import { errors, errorText, required } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { GroupId, GroupSettingValue } from '@parley/rules';
import {
  canonicalPermission,
  checkPermission,
  expectValue,
  type KnownGroup,
  organizationPermissions,
  plainSettingSchemas,
} from '@parley/settings';
import { viewersOf } from '../../guest-visibility/visible-people.ts';
import { audit } from '../../kernel/audit.ts';
import { findStoredOrganization } from '../../kernel/db/organization.ts';
import { findUsers } from '../../kernel/db/people.ts';
import type { Organization } from '../../kernel/domain/organization.ts';
import type { Proven } from '../../kernel/domain/proof.ts';
import { methodsInForce } from '../../kernel/domain/sign-in-methods.ts';
import { proveSettings } from '../../kernel/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { lockGroups } from '../db/group-changes.ts';
import { listFullMembers, listGroups } from '../db/groups.ts';
import { updateOrganizationSettings } from '../db/organization.ts';
import { changedMethods } from '../domain/method-changes.ts';
import {
  channelSettings,
  isPermissionChange,
  type PermissionChange,
  parseChanges,
  type SettingChange,
} from '../domain/setting-changes.ts';
import { membersAddedInParts, membersRemovedInParts } from '../events/groups.ts';
import { organizationChanged } from '../events/organization.ts';
import { requireChannels } from './require-channels.ts';
import { organizationFact } from './shared-settings.ts';

/**
 * Validates settings, and stores those that have changed. The caller's transaction must hold the lock on the organization.
 * @throws BAD_REQUEST for an invalid value; EXPECTATION_MISMATCH when the stored value differs from the one that the client
 * expects
 */
export async function changeSettings(
  ctx: Pick<Ctx, 'rpc' | 'ownersMethods'>,
  tx: TxScope,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { settings, signInMethods } = await tx.organization();
  const wanted = await checkChanges(ctx, tx, parseChanges(given));
  const effectiveValue = (change: SettingChange) =>
    change.name === 'authentication_methods' ? methodsInForce(change.value, signInMethods) : change.value;
  const changes = wanted.filter(
    (change) => JSON.stringify(effectiveValue(change)) !== JSON.stringify(settings[change.name]),
  );
  if (changes.length > 0) await storeSettings(tx, changes);
}

/**
 * Stores validated settings, emits the events, and writes the audit log. The caller's transaction must hold the lock on the
 * organization.
 * @param authorize checks that the caller may change the settings
 * @throws the errors of `authorize`, by default those of `proveSettings`
 */
export async function storeSettings(
  tx: TxScope,
  changes: readonly SettingChange[],
  authorize: (tx: TxScope, values: Values) => Promise<Proven<Values, 'setting'>> = proveSettings,
): Promise<void> {
  const before = await tx.organization();
  const values = Object.fromEntries(changes.map(({ name, value }) => [name, value]));
  await updateOrganizationSettings(tx, await authorize(tx, values));
  tx.forgetOrganization();
  const after = await tx.organization();
  const names = changes.map(({ name }) => name);
  await emitAll(tx, organizationChanged(after, names, await organizationFact(tx)));
  await announceFullMembers(tx, before, after);
  await audit(
    tx,
    ...names.map((name) => ({
      action: 'organization.setting_changed',
      details: { setting: name, from: before.settings[name], to: after.settings[name] },
    })),
  );
}

type Values = Readonly<Record<string, unknown>>;

/**
 * For the ways to sign in, returns the change with the whole value of the setting. The request may contain only some of them.
 * Returns other changes as they are.
 * @throws BAD_REQUEST for an unknown way, or when no owner could sign in any more
 */
async function withAllMethods(
  ctx: Pick<Ctx, 'ownersMethods'>,
  tx: TxScope,
  change: SettingChange,
): Promise<SettingChange> {
  if (change.name !== 'authentication_methods') return change;
  const { signInMethods } = await tx.organization();
  const { settings } = required(await findStoredOrganization(tx), 'organization');
  const stored = plainSettingSchemas.authentication_methods.safeParse(settings.authentication_methods);
  const usable = await ctx.ownersMethods(tx);
  return { ...change, value: changedMethods(change.value, stored.data ?? {}, { signInMethods, usable }) };
}

/**
 * Validates changes of settings, and returns them in the form in which they are stored.
 * @throws BAD_REQUEST for an invalid value; EXPECTATION_MISMATCH
 */
export async function checkChanges(
  ctx: Pick<Ctx, 'rpc' | 'ownersMethods'>,
  tx: TxScope,
  parsed: readonly SettingChange[],
): Promise<SettingChange[]> {
  const { settings, systemGroups } = await tx.organization();
  const changes = await Promise.all(parsed.map((change) => withAllMethods(ctx, tx, change)));
  const channelIds = changes.flatMap(({ name, value }) =>
    channelSettings.includes(name) && typeof value === 'number' && value !== -1 ? [value] : [],
  );
  if (channelIds.length > 0) await requireChannels(ctx, tx, channelIds);
  const permissions = changes.filter(isPermissionChange);
  if (permissions.length === 0) return [...changes];
  // Prevents the deactivation of groups in the new settings before the commit.
  await lockGroups(tx);
  const groups = await knownGroups(tx);
  const people = await findNamedPeople(tx, permissions);
  return changes.map((change) => {
    if (!isPermissionChange(change)) return change;
    const { name, value, old } = change;
    const canonical = (each: GroupSettingValue) => canonicalPermission(each, systemGroups);
    const wanted = canonical(value);
    checkPermission(name, wanted, organizationPermissions[name], groups, people);
    expectValue(name, old && canonical(old), canonical(settings[name]));
    return { name, value: wanted };
  });
}

async function knownGroups(tx: Tx): Promise<ReadonlyMap<GroupId, KnownGroup>> {
  return new Map((await listGroups(tx)).map((group) => [group.groupId, group]));
}

/** Maximum number of people that the permissions of one request may contain directly. Larger sets need a group. */
const maxDirectMembers = 1_000;

/** @throws BAD_REQUEST for more than `maxDirectMembers` people */
async function findNamedPeople(tx: Tx, changes: readonly PermissionChange[]): Promise<ReadonlySet<number>> {
  const ids = new Set(
    changes.flatMap(({ value }) => (typeof value === 'number' ? [] : value.direct_members)),
  );
  if (ids.size > maxDirectMembers) {
    throw errors.badRequest(
      errorText('Permissions can name at most {limit} people; use a group.', { limit: maxDirectMembers }),
    );
  }
  if (ids.size === 0) return ids;
  const people = await findUsers(tx, { userIds: [...ids], keys: [] });
  return new Set(people.filter((person) => person.isActive).map((person) => person.userId));
}

/** Emits events about people who become full members, or are not any more, because the waiting period has changed. */
async function announceFullMembers(tx: TxScope, before: Organization, after: Organization): Promise<void> {
  const oldDays = before.settings.waiting_period_threshold;
  const newDays = after.settings.waiting_period_threshold;
  if (oldDays === newDays) return;
  const earlier = new Set(await listFullMembers(tx, oldDays));
  const current = new Set(await listFullMembers(tx, newDays));
  const groupId = after.systemGroups['role:fullmembers'];
  const [added, removed] = [[...current.difference(earlier)], [...earlier.difference(current)]];
  const viewers = await viewersOf(tx, [...added, ...removed]);
  await emitAll(tx, [
    ...membersAddedInParts(groupId, added, viewers),
    ...membersRemovedInParts(groupId, removed, viewers),
  ]);
}
