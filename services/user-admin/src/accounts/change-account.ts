import { errors } from '@parley/core';
import { emitAll, type Tx, uniqueViolation } from '@parley/db';
import type { Audience } from '@parley/proto/events/v1/event';
import { apiEmail, type UserId } from '@parley/rules';
import { deleteMailTokens } from '../access/db/mail-tokens.ts';
import { audienceOf } from '../guest-visibility/visible-people.ts';
import { lockUser } from '../kernel/db/people.ts';
import { isAdministrator, noSuchUser } from '../kernel/domain/authority.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../kernel/scope.ts';
import { groupsOfPeople } from '../organization/db/group-changes.ts';
import { groupMembersAdded, groupMembersRemoved } from '../organization/events/groups.ts';
import {
  type AccountChanges,
  isNameTaken,
  lockName,
  updateUser,
  type WrittenChanges,
} from '../people/db/users.ts';
import { checkFullName } from '../people/domain/account-rules.ts';
import { personChanged } from '../people/events/person-changed.ts';

/**
 * Stores changes of an account, and emits its events, all in the transaction `tx`. Derives the API address from the real address
 * and its visibility. Returns the account after the change. The caller must have read `before` in this transaction, because the
 * events compare it with the account after the change.
 * @throws BAD_REQUEST when another account has the address
 */
export const changeAccount = (tx: TxScope, before: Person, changes: AccountChanges): Promise<Person> =>
  writeAccount(tx, before, changes);

/** Ends no access, so only `deactivateAccount` and `reactivateAccount` call it. */
export async function writeAccount(tx: TxScope, before: Person, given: WrittenChanges): Promise<Person> {
  const { settings, systemGroups, host } = await tx.organization();
  const changes = { ...given, email: apiEmail({ ...before, ...given }, host) };
  const after = { ...before, ...changes };
  try {
    await updateUser(tx, after.userId, changes);
  } catch (error) {
    if (uniqueViolation(error) === undefined) throw error;
    throw errors.badRequest('Email is already in use.');
  }
  // Makes links invalid that were mailed to the previous address.
  if (before.deliveryEmail !== after.deliveryEmail) await deleteMailTokens(tx, after.userId);
  const audience = await audienceOf(tx, after);
  const ageSeconds = Date.now() / 1000 - after.joinedAt;
  await emitAll(
    tx,
    personChanged(before, after, {
      systemGroups,
      isFullMember: ageSeconds >= settings.waiting_period_threshold * 86_400,
      audience,
      traceparent: tx.call.traceparent,
    }),
  );
  if (before.isActive !== after.isActive) await announceInGroups(tx, after, audience);
  return after;
}

/** Deactivated people keep their memberships, but are not in the lists of members that clients get. */
async function announceInGroups(
  tx: Tx,
  { userId, isActive }: Person,
  audience: Partial<Audience>,
): Promise<void> {
  const build = isActive ? groupMembersAdded : groupMembersRemoved;
  const groupIds = (await groupsOfPeople(tx, [userId])).get(userId) ?? [];
  await emitAll(
    tx,
    groupIds.map((groupId) => build(groupId, [userId], audience)),
  );
}

/**
 * Validates a new full name, and returns it in the form in which it is stored.
 * @param userId the account that gets the name; 0 for a new account
 * @throws BAD_REQUEST when the name is malformed, or taken if names must be unique
 */
export async function checkNewName(tx: TxScope, given: string, userId: UserId): Promise<string> {
  const fullName = checkFullName(given);
  if (!(await tx.settings()).require_unique_names) return fullName;
  await lockName(tx, fullName);
  if (await isNameTaken(tx, fullName, userId)) {
    throw errors.badRequest('Unique names required in this organization.');
  }
  return fullName;
}

/** Checks that a person may change their own address. Administrators always may. @throws BAD_REQUEST otherwise */
export async function requireChangeableEmail(tx: TxScope, person: Person): Promise<void> {
  if ((await tx.settings()).email_changes_disabled && !isAdministrator(person)) {
    throw errors.badRequest('Email address changes are disabled in this organization.');
  }
}

/** Checks that a person may change their own avatar. Administrators always may. @throws BAD_REQUEST otherwise */
export async function requireChangeableAvatar(scope: DbScope | TxScope, person: Person): Promise<void> {
  if ((await scope.settings()).avatar_changes_disabled && !isAdministrator(person)) {
    throw errors.badRequest('Avatar changes are disabled in this organization.');
  }
}

/** Locks an account until the transaction ends, and returns it. @throws BAD_REQUEST when it does not exist */
export async function lockExisting(tx: Tx, userId: UserId): Promise<Person> {
  const person = await lockUser(tx, userId);
  if (!person) throw noSuchUser();
  return person;
}
