import { errors, expectFields, keysOf } from '@parley/core';
import type { UpdateUserRequest, UpdateUserResponse } from '@parley/proto/useradmin/v1/people';
import { roles } from '@parley/rules';
import { resolveReference } from '../../guest-visibility/find-visible-person.ts';
import { audit } from '../../kernel/audit.ts';
import { lockWithCaller } from '../../kernel/caller.ts';
import type { AuditChange } from '../../kernel/db/audit.ts';
import { lockRoles } from '../../kernel/db/people.ts';
import { isOwner, requireAdministrator } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { prove, proveRole } from '../../kernel/proof.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { listProfileData } from '../../people/db/profile-values.ts';
import { type AccountChanges, countActive } from '../../people/db/users.ts';
import { decideRole } from '../../people/domain/account-permissions.ts';
import { checkEmail } from '../../people/domain/account-rules.ts';
import { queueAddressNotice } from '../address-notice.ts';
import { changeAccount, checkNewName, lockExisting } from '../change-account.ts';
import { changeProfile } from '../change-profile.ts';
import type { Ctx } from '../context.ts';
import { requireAllowedAddress } from '../joining/allowed-addresses.ts';
import { finishRoleChange } from '../roles/finish-role-change.ts';

/**
 * Changes another person's role, name, address and profile. Only administrators may call it. Notifies the previous address by
 * mail.
 * @throws BAD_REQUEST; UNAUTHORIZED_PRINCIPAL for a change that only owners may make; EXPECTATION_MISMATCH when the stored
 * values differ from the expected ones; the errors of `prove` for a new role or address
 */
export async function updateUser(
  ctx: Ctx,
  request: UpdateUserRequest,
  scope: DbScope,
): Promise<UpdateUserResponse> {
  await scope.write(async (tx) => {
    if (request.role !== undefined) await lockRoles(tx);
    const caller = await tx.caller();
    requireAdministrator(caller);
    const { userId } = await resolveReference(tx, caller, request.user);
    await lockWithCaller(tx, userId);
    const target = await lockExisting(tx, userId);
    const wanted = await decideChanges(tx, caller, target, request);
    expectFields(request.expected, await expectable(tx, target, request));
    const changes = await provenChanges(tx, target, wanted);
    if (Object.keys(changes).length > 0) {
      await finishRoleChange(tx, target, await changeAccount(tx, target, changes));
      if (changes.deliveryEmail !== undefined) await queueAddressNotice(ctx, tx, target);
    }
    const profileChanges = await changeProfile(tx, target, request.profileData);
    await audit(tx, ...auditOf(target, changes), ...profileChanges);
  });
  ctx.outbox.kick();
  return {};
}

/**
 * Returns the stored values with which the request's `expected` may be compared. Profile fields and the address are included
 * only if the request changes them. Otherwise, a caller who may not see the address could guess it with `expected`.
 */
async function expectable(
  tx: TxScope,
  { userId, fullName, role, deliveryEmail }: Person,
  { newEmail, profileData }: UpdateUserRequest,
): Promise<object> {
  const stored = (await listProfileData(tx, [userId]))(userId);
  const values = profileData.map(({ fieldId }) => [fieldId, stored[fieldId]?.value ?? null]);
  return {
    full_name: fullName,
    role,
    profile_data: Object.fromEntries(values),
    ...(newEmail !== undefined && { delivery_email: deliveryEmail }),
  };
}

type Changes = Partial<Pick<Person, 'role' | 'fullName' | 'deliveryEmail'>>;

/** Checks that the caller has proven enough for the changes, and returns them. @throws the errors of `prove` */
async function provenChanges(
  tx: TxScope,
  target: Person,
  { role, deliveryEmail, ...changes }: Changes,
): Promise<AccountChanges> {
  return {
    ...changes,
    ...(role !== undefined && { role: await proveRole(tx, role, target) }),
    ...(deliveryEmail !== undefined && { deliveryEmail: await prove(tx, 'address', deliveryEmail) }),
  };
}

/** Returns the changed fields of the account. @throws BAD_REQUEST when a change is invalid or not permitted */
async function decideChanges(
  tx: TxScope,
  caller: Person,
  target: Person,
  { role, fullName, newEmail }: UpdateUserRequest,
): Promise<Changes> {
  const changes: Changes = {};
  if (role !== undefined) {
    changes.role = decideRole(caller, target, role, await countActive(tx, roles.owner));
  }
  if (fullName !== undefined && fullName.trim() !== target.fullName) {
    changes.fullName = await checkNewName(tx, fullName, target.userId);
  }
  if (newEmail !== undefined) {
    if (!isOwner(caller) || !caller.canChangeUserEmails) {
      throw errors.notPermitted('User not authorized to change user emails');
    }
    changes.deliveryEmail = checkEmail(newEmail, (await tx.organization()).host);
    await requireAllowedAddress(tx, changes.deliveryEmail);
  }
  return differences(target, changes);
}

function differences(target: Person, changes: Changes): Changes {
  const names = keysOf(changes).filter((name) => changes[name] !== target[name]);
  return Object.fromEntries(names.map((name) => [name, changes[name]]));
}

const actions: Readonly<Record<string, string>> = {
  role: 'user.role_changed',
  fullName: 'user.name_changed',
  deliveryEmail: 'user.email_changed',
};

const auditOf = (target: Person, changes: AccountChanges): AuditChange[] =>
  keysOf(changes).map((name) => ({
    action: actions[name] ?? 'user.changed',
    userId: target.userId,
    details: { from: target[name], to: changes[name] },
  }));
