import { errors } from '@parley/core';
import type { Queryable } from '@parley/db';
import { personOf } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import { isOrganizationDeactivated } from './db/organization.ts';
import { findUser, lockRolesForShare, lockUsers } from './db/people.ts';
import type { Person } from './domain/person.ts';
import type { TxScope } from './scope.ts';

/**
 * Checks a person again, inside the transaction that creates an account, a bot or an invitation on their behalf. Locks the
 * roles first, so that nobody deactivates or demotes the person before the commit.
 * @throws BAD_REQUEST when the person has a lower role than when `decidedFor` was read
 */
export async function recheckAccount(tx: TxScope, decidedFor: Person): Promise<void> {
  await lockRolesForShare(tx);
  const current = await findUser(tx, decidedFor.userId);
  if (!current?.isActive) throw errors.userDeactivated();
  if (current.role > decidedFor.role) throw errors.notPermitted();
}

/**
 * Locks the account that a call changes, and the account of the caller, whose proof is checked later (`proof.ts`). Two people who
 * change each other's accounts at the same time wait for each other, and cannot deadlock.
 */
export async function lockWithCaller(tx: TxScope, userId: UserId): Promise<void> {
  const caller = personOf(tx.call);
  await lockUsers(tx, caller ? [caller.userId, userId] : [userId]);
}

export async function requireActiveOrganization(db: Queryable): Promise<void> {
  if (await isOrganizationDeactivated(db)) {
    throw errors.organizationDeactivated();
  }
}
