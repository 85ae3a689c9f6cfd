import { errors } from '@parley/core';
import { emitAll, type Tx, uniqueViolation } from '@parley/db';
import type { Audience } from '@parley/proto/events/v1/event';
import type { Call } from '@parley/rpc';
import { apiEmail, emailKey } from '@parley/rules';
import { lockUser } from '../../kernel/db/people.ts';
import { isAdministrator, noSuchUser } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import { whoSees } from '../../kernel/viewers.ts';
import { groupsOfPeople } from '../../organization/db/group-changes.ts';
import { groupMembersAdded, groupMembersRemoved } from '../../organization/events/groups.ts';
import { deleteMailTokens } from '../db/mail-tokens.ts';
import { isNameTaken, lockName, updateUser } from '../db/users.ts';
import { checkFullName } from '../domain/account-rules.ts';
import { personChanged } from '../events/person-changed.ts';

/**
 * Stores a person as they are now and tells everyone, in the caller's transaction. The API address follows from
 * the real one and who may see it. @throws BAD_REQUEST when the address is another's.
 */
export async function changeAccount(
  tx: Tx,
  realm: Realm,
  call: Call,
  before: Person,
  changes: Partial<Person>,
): Promise<Person> {
  const changed = { ...before, ...changes };
  const after = { ...changed, email: apiEmail(changed, realm.host) };
  const hasNewGravatar = after.avatarSource === 'G' && after.deliveryEmail !== before.deliveryEmail;
  if (hasNewGravatar) after.avatarVersion = before.avatarVersion + 1;
  try {
    await updateUser(tx, after, {
      email: emailKey(after.email),
      deliveryEmail: emailKey(after.deliveryEmail),
    });
  } catch (error) {
    if (uniqueViolation(error) === undefined) throw error;
    throw errors.badRequest('Email is already in use.');
  }
  // What was mailed to somebody at the former address, or before they left, is worth nothing.
  const isElsewhere = before.deliveryEmail !== after.deliveryEmail;
  if (isElsewhere || (before.isActive && !after.isActive)) await deleteMailTokens(tx, after.userId);
  const audience = await whoSees(tx, realm, after);
  const ageSeconds = Date.now() / 1000 - after.joinedAt;
  await emitAll(
    tx,
    personChanged(before, after, {
      systemGroups: realm.systemGroups,
      isFullMember: ageSeconds >= realm.settings.waiting_period_threshold * 86_400,
      whoSees: audience,
      traceparent: call.traceparent,
    }),
  );
  if (before.isActive !== after.isActive) await showInGroups(tx, after, audience);
  return after;
}

/** Deactivated people stay in their groups, and nobody is shown them there. */
async function showInGroups(
  tx: Tx,
  { userId, isActive }: Person,
  audience: Partial<Audience>,
): Promise<void> {
  const tell = isActive ? groupMembersAdded : groupMembersRemoved;
  const groupIds = (await groupsOfPeople(tx, [userId])).get(userId) ?? [];
  await emitAll(
    tx,
    groupIds.map((groupId) => tell(groupId, [userId], audience)),
  );
}

/** A full name that may be given to a person. @throws BAD_REQUEST when it is malformed, or taken where that counts. */
export async function checkNewName(tx: Tx, realm: Realm, given: string, userId: number): Promise<string> {
  const fullName = checkFullName(given);
  if (!realm.settings.require_unique_names) return fullName;
  await lockName(tx, fullName);
  if (await isNameTaken(tx, fullName, userId)) {
    throw errors.badRequest('Unique names required in this organization.');
  }
  return fullName;
}

/** @throws BAD_REQUEST when people may not change their own address; administrators may. */
export function requireChangeableEmail({ settings }: Realm, person: Person): void {
  if (settings.email_changes_disabled && !isAdministrator(person)) {
    throw errors.badRequest('Email address changes are disabled in this organization.');
  }
}

/** The person as they are, locked until the transaction ends. @throws BAD_REQUEST when they are gone. */
export async function lockExisting(tx: Tx, userId: number): Promise<Person> {
  const person = await lockUser(tx, userId);
  if (!person) throw noSuchUser();
  return person;
}
