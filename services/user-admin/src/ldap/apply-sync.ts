import { errors, itemAt, ParleyError, partsOf } from '@parley/core';
import { roles, type UserId } from '@parley/rules';
import { usableName } from '../access/domain/external-identity.ts';
import { changeAccount, lockExisting } from '../accounts/change-account.ts';
import { createAccounts, type NewAccount } from '../accounts/create-account.ts';
import { deactivateAccount } from '../accounts/deactivate-account.ts';
import { freeName } from '../accounts/free-name.ts';
import { requireAllowedAddress } from '../accounts/joining/allowed-addresses.ts';
import { reactivateAccount } from '../accounts/reactivate-account.ts';
import {
  findLinkedUser,
  linkIdentities,
  linkIdentity,
} from '../identity-providers/db/external-identities.ts';
import { auditAs, valuesChanged } from '../kernel/audit.ts';
import type { AuditChange } from '../kernel/db/audit.ts';
import { lockRoles } from '../kernel/db/people.ts';
import { vouch, vouchForRole } from '../kernel/proof.ts';
import type { DbScope, TxScope } from '../kernel/scope.ts';
import { countActive } from '../people/db/users.ts';
import { checkEmail } from '../people/domain/account-rules.ts';
import type { Ctx } from './context.ts';
import { listLdapAccounts, storeAbsence } from './db/links.ts';
import type { LdapEntry } from './domain/entry.ts';
import { changesOf, type LdapAccount, type SyncStep } from './domain/plan-sync.ts';

const pageSize = 1_000;

/** Returns all people with their linked directory entries. */
export async function readLdapAccounts(scope: DbScope): Promise<LdapAccount[]> {
  const accounts: LdapAccount[] = [];
  for (;;) {
    const afterUserId = accounts.at(-1)?.userId ?? 0;
    const page = await listLdapAccounts(scope, { afterUserId, limit: pageSize });
    accounts.push(...page);
    if (page.length < pageSize) return accounts;
  }
}

/** Returns whether a step makes an account active or inactive. Such changes need the lock on roles. */
const changesActivity = ({ kind }: SyncStep): boolean => kind === 'reactivate' || kind === 'deactivate';

/**
 * Applies steps of a synchronization. Returns one text for each step that was refused.
 *
 * Steps that need the lock on roles have a transaction of their own. Other transactions take this lock before they lock accounts,
 * and sign-ins take it after they linked an identity. So a transaction that also links or changes could deadlock with them.
 * @throws the error of a step that failed for another reason, such as a failure of the database
 */
export async function applySyncSteps(
  ctx: Ctx,
  scope: DbScope,
  steps: readonly SyncStep[],
): Promise<string[]> {
  const others = steps.filter((step) => !changesActivity(step));
  return [
    ...(await applyTogether(ctx, scope, others)),
    ...(await applyTogether(ctx, scope, steps.filter(changesActivity))),
  ];
}

/** Applies steps in one transaction if possible. If a step fails, applies each step in its own transaction. */
async function applyTogether(ctx: Ctx, scope: DbScope, steps: readonly SyncStep[]): Promise<string[]> {
  if (steps.length === 0) return [];
  try {
    await scope.write(async (tx) => {
      if (steps.some(changesActivity)) await lockRoles(tx);
      const entries = steps.flatMap((step) => (step.kind === 'create' ? [step.entry] : []));
      await createAll(ctx, tx, entries);
      for (const step of steps) if (step.kind !== 'create') await apply(ctx, tx, step);
    });
    return [];
  } catch (error) {
    const [step] = steps;
    if (steps.length > 1) {
      const problems: string[] = [];
      for (const each of steps) problems.push(...(await applyTogether(ctx, scope, [each])));
      return problems;
    }
    if (!step || !(error instanceof ParleyError) || error.status >= 500) throw error;
    return [`${step.kind === 'deactivate' ? step.email : step.entry.email}: ${error.message}`];
  }
}

async function apply(ctx: Ctx, tx: TxScope, step: Exclude<SyncStep, { kind: 'create' }>): Promise<void> {
  switch (step.kind) {
    case 'link':
      await link(tx, step);
      return change(ctx, tx, step);
    case 'change':
    case 'reactivate':
      return change(ctx, tx, step);
    case 'deactivate':
      return deactivate(tx, step.userId);
  }
}

/** If names must be unique, one after the other, because each is compared with earlier ones. */
async function createAll(ctx: Ctx, tx: TxScope, entries: readonly LdapEntry[]): Promise<void> {
  const { require_unique_names } = await tx.settings();
  for (const part of partsOf(entries, require_unique_names ? 1 : entries.length || 1)) {
    const accounts: NewAccount[] = [];
    for (const entry of part) accounts.push(await accountOf(tx, entry));
    const created = await createAccounts(ctx, tx, accounts);
    const links = created.map(({ person }, at) => ({
      ...identityOf(itemAt(part, at)),
      userId: vouch(tx, 'provisioning', 'sign-in', person.userId),
    }));
    await linkIdentities(tx, ldap, links);
    await auditAs(
      tx,
      undefined,
      ...created.map(({ person }) => syncChange('user.created', person.userId, { role: person.role })),
    );
  }
}

async function accountOf(tx: TxScope, { email, fullName: given }: LdapEntry): Promise<NewAccount> {
  const { host } = await tx.organization();
  const deliveryEmail = checkEmail(email, host);
  await requireAllowedAddress(tx, deliveryEmail);
  const fullName = await freeName(tx, { fullName: usableName(given, email), email }, 0);
  const role = vouchForRole(tx, 'provisioning', roles.member, { isBot: false });
  return { deliveryEmail, fullName, role, passwordHash: null, awaitsSignIn: true };
}

/**
 * Links an entry to an account. Does nothing when a sign-in has linked the two since the accounts were read.
 * @throws BAD_REQUEST when a sign-in has linked the account to another entry. The account then belongs to that entry's person, and
 * must not be changed.
 */
async function link(tx: TxScope, { entry, userId }: Extract<SyncStep, { kind: 'link' }>): Promise<void> {
  const identity = identityOf(entry);
  if (await linkIdentity(tx, identity, vouch(tx, 'provisioning', 'sign-in', userId))) {
    await auditSync(tx, 'user.identity_linked', userId, { subject: entry.subject });
  } else if ((await findLinkedUser(tx, identity)) !== userId) {
    throw errors.badRequest('Email is already in use.');
  }
}

async function change(
  ctx: Ctx,
  tx: TxScope,
  { kind, entry, userId }: Extract<SyncStep, { kind: 'link' | 'change' | 'reactivate' }>,
): Promise<void> {
  const before = await lockExisting(tx, userId);
  const { host } = await tx.organization();
  const { email, fullName } = changesOf(entry, { email: before.deliveryEmail, fullName: before.fullName });
  const changes = {
    ...(email !== undefined && {
      deliveryEmail: vouch(tx, 'provisioning', 'address', checkEmail(email, host)),
    }),
    ...(fullName !== undefined && { fullName: await freeName(tx, { fullName, email: entry.email }, userId) }),
  };
  if (kind === 'reactivate') await storeAbsence(tx, userId, false);
  const isReactivated = kind === 'reactivate' && !before.isActive;
  if (!isReactivated && Object.keys(changes).length === 0) return;
  const role = vouchForRole(tx, 'provisioning', before.role, before);
  if (isReactivated) await reactivateAccount(ctx, tx, before, { ...changes, role });
  else await changeAccount(tx, before, changes);
  const stored = { ...changes, ...(isReactivated && { isActive: true }) };
  const action = isReactivated ? 'user.reactivated' : 'user.changed';
  await auditSync(tx, action, userId, valuesChanged(before, stored));
}

async function deactivate(tx: TxScope, userId: UserId): Promise<void> {
  const person = await lockExisting(tx, userId);
  if (!person.isActive) return;
  if (person.role === roles.owner && (await countActive(tx, roles.owner)) <= 1) {
    throw errors.badRequest('Cannot deactivate the only organization owner');
  }
  await deactivateAccount(tx, person);
  await storeAbsence(tx, userId, true);
}

const ldap = 'ldap';

const identityOf = ({ subject }: LdapEntry) => ({ method: ldap, subject });

const syncChange = (action: string, userId: UserId, details: Record<string, unknown>): AuditChange => ({
  action,
  userId,
  details: { method: ldap, ...details },
});

const auditSync = (
  tx: TxScope,
  action: string,
  userId: UserId,
  details: Record<string, unknown>,
): Promise<void> => auditAs(tx, undefined, syncChange(action, userId, details));
