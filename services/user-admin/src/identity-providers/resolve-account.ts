import { errors, ParleyError } from '@parley/core';
import type { Queryable } from '@parley/db';
import { emailKey, roles, type UserId } from '@parley/rules';
import { lockAccount } from '../access/db/failed-sign-ins.ts';
import {
  type AccountOptions,
  type ExternalIdentity,
  roleFromGroups,
  usableName,
} from '../access/domain/external-identity.ts';
import { accountKeyOf } from '../access/signing-in/attempt-keys.ts';
import { recordSignIn } from '../access/signing-in/first-sign-in.ts';
import { changeAccount, lockExisting } from '../accounts/change-account.ts';
import { changeProfile } from '../accounts/change-profile.ts';
import { createAccount } from '../accounts/create-account.ts';
import { type Invitation, lockOpenInvitationTo } from '../accounts/db/invitations.ts';
import { freeName } from '../accounts/free-name.ts';
import { type AcceptedTerms, acceptedTerms } from '../accounts/joining/accepted-terms.ts';
import { requireAllowedAddress } from '../accounts/joining/allowed-addresses.ts';
import { queueWelcome } from '../accounts/joining/welcome.ts';
import { wantPicture } from '../accounts/pictures/want-picture.ts';
import { finishRoleChange } from '../accounts/roles/finish-role-change.ts';
import { auditAs } from '../kernel/audit.ts';
import { findUser, findUserByEmail, lockRoles, lockRolesForShare, lockUser } from '../kernel/db/people.ts';
import type { Person } from '../kernel/domain/person.ts';
import { vouch, vouchForRole } from '../kernel/proof.ts';
import type { TxScope } from '../kernel/scope.ts';
import { listProfileFields } from '../organization/db/profile-fields.ts';
import { addToGroups } from '../organization/groups/add-to-groups.ts';
import { checkEmail } from '../people/domain/account-rules.ts';
import { applyGroups } from './apply-groups.ts';
import type { Ctx } from './context.ts';
import { findLinkedUser, linkIdentity } from './db/external-identities.ts';

/**
 * Returns the account of an identity, and locks it. The first sign-in links the identity to the account with its verified
 * address, or creates an account. Every sign-in applies the role, user groups, profile fields and picture that the provider
 * sends.
 * @throws AUTHENTICATION_FAILED when the identity may not have an account; BAD_REQUEST for an address that the organization
 * does not permit
 */
export async function resolveAccount(
  ctx: Ctx,
  tx: TxScope,
  identity: ExternalIdentity,
  options: AccountOptions,
): Promise<Person> {
  // The lock ensures that two concurrent first sign-ins of one person create only one account.
  await lockAccount(tx, accountKeyOf(`identity ${identity.email || identity.subject}`));
  const userId = await findLinkedUser(tx, identity);
  const known = userId === undefined ? await link(tx, identity) : await findUser(tx, userId);
  if (known && !known.isActive) throw errors.userDeactivated();
  const person = known
    ? await lockActive(tx, await applyRole(tx, known, identity, options))
    : await create(ctx, tx, identity, options);
  await applyProfile(tx, person, identity);
  await applyGroups(tx, person, identity, options);
  await wantPicture(tx, person, identity.picture, { method: identity.method, pictures: options.pictures });
  await recordSignIn(tx, person);
  return person;
}

/** It may have been deactivated meanwhile. Functions that end the person's sign-ins take the same lock. */
async function lockActive(tx: TxScope, { userId }: Person): Promise<Person> {
  const person = await lockUser(tx, userId);
  if (!person?.isActive) throw errors.userDeactivated();
  return person;
}

/** Linked to the identity, or with its verified address. */
export async function findAccountOf(db: Queryable, identity: ExternalIdentity): Promise<number | undefined> {
  const userId = await findLinkedUser(db, identity);
  const { email, isEmailVerified } = identity;
  if (userId !== undefined || email === '' || !isEmailVerified) return userId;
  return (await findUserByEmail(db, emailKey(email)))?.userId;
}

/** Links an identity to the account with its address, and returns the account; undefined when no account has the address. */
async function link(tx: TxScope, identity: ExternalIdentity): Promise<Person | undefined> {
  const { email, isEmailVerified } = identity;
  if (email === '') throw notAllowed('The identity provider did not send your email address.');
  if (!isEmailVerified) throw notAllowed('The identity provider has not verified your email address.');
  const person = await findUserByEmail(tx, emailKey(email));
  if (!person || emailKey(person.deliveryEmail) !== emailKey(email)) return undefined;
  if (person.isBot) throw notAllowed('This address belongs to a bot.');
  if (!person.isActive) throw errors.userDeactivated();
  await store(tx, identity, person.userId);
  return person;
}

async function store(tx: TxScope, identity: ExternalIdentity, userId: UserId): Promise<void> {
  // Refuses a second identity of the same provider for an account. The provider may have given the address to another person,
  // who must not get into the account.
  if (!(await linkIdentity(tx, identity, vouch(tx, 'provider', 'sign-in', userId)))) {
    throw notAllowed('Another person of this identity provider uses the account with your address.');
  }
  await auditAs(tx, userId, {
    action: 'user.identity_linked',
    userId,
    details: { method: identity.method, subject: identity.subject },
  });
}

/** An open invitation to its address gives role, channels and groups. */
async function create(
  ctx: Ctx,
  tx: TxScope,
  identity: ExternalIdentity,
  options: AccountOptions,
): Promise<Person> {
  if (!options.createAccounts) throw notAllowed('You have no account here. Please ask for an invitation.');
  const { host } = await tx.organization();
  const deliveryEmail = checkEmail(identity.email, host);
  await requireAllowedAddress(tx, deliveryEmail);
  const { invitation, terms } = await invitationTo(tx, deliveryEmail);
  const role = roleFromGroups(terms?.role ?? roles.member, identity.groups, options.groups);
  const { person } = await createAccount(ctx, tx, {
    deliveryEmail,
    fullName: await freeName(
      tx,
      { fullName: usableName(identity.fullName, identity.email), email: identity.email },
      0,
    ),
    role: vouchForRole(tx, 'provider', role, { isBot: false }),
    passwordHash: null,
    ...(terms && { invitation: terms.channels }),
  });
  const { userId } = person;
  await addToGroups(tx, terms?.groupIds ?? [], person);
  await auditAs(tx, userId, { action: 'user.joined', userId, details: { method: identity.method, role } });
  await store(tx, identity, userId);
  const { invitedBy = null, notifyReferrer = false, welcomeText = null } = invitation ?? {};
  const referrer = notifyReferrer && invitedBy !== null ? await findUser(tx, invitedBy) : undefined;
  await queueWelcome(ctx, tx, person, { referrer, welcomeText });
  ctx.telemetry.userCreated(userId, undefined);
  return person;
}

/** Undefined when there is none, or when its inviter could not give it any more. */
async function invitationTo(
  tx: TxScope,
  address: string,
): Promise<{ invitation?: Invitation; terms?: AcceptedTerms }> {
  await lockRolesForShare(tx);
  const invitation = await lockOpenInvitationTo(tx, emailKey(address));
  const terms = invitation && (await acceptedTerms(tx, invitation));
  return terms ? { invitation, terms } : {};
}

/** Changes the person's role to the one that their groups at the provider map to. */
async function applyRole(
  tx: TxScope,
  known: Person,
  { method, groups }: ExternalIdentity,
  options: AccountOptions,
): Promise<Person> {
  if (roleFromGroups(known.role, groups, options.groups) === known.role) return known;
  await lockRoles(tx);
  const before = await lockExisting(tx, known.userId);
  const role = roleFromGroups(before.role, groups, options.groups);
  if (role === before.role) return before;
  const after = await changeAccount(tx, before, { role: vouchForRole(tx, 'provider', role, before) });
  await finishRoleChange(tx, before, after);
  await auditAs(tx, undefined, {
    action: 'user.role_changed',
    userId: after.userId,
    details: { from: before.role, to: role, method },
  });
  return after;
}

/** Stores the profile fields that the provider sends. Skips values that are invalid for their field. */
async function applyProfile(tx: TxScope, person: Person, { profile }: ExternalIdentity): Promise<void> {
  const given = Object.entries(profile);
  if (given.length === 0) return;
  const fields = await listProfileFields(tx);
  for (const [name, value] of given) {
    const field = fields.find((each) => each.name === name);
    if (!field) continue;
    try {
      const changed = await changeProfile(tx, person, [
        { fieldId: field.id, value: { $case: 'text', text: value } },
      ]);
      await auditAs(tx, person.userId, ...changed);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.status >= 500) throw error;
    }
  }
}

const notAllowed = (message: ConstructorParameters<typeof ParleyError>[1]): ParleyError =>
  new ParleyError('AUTHENTICATION_FAILED', message);
