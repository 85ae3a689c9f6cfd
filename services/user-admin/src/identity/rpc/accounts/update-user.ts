import { errors } from '@parley/core';
import { emit, type Tx } from '@parley/db';
import type { UpdateUserRequest, UpdateUserResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller } from '../../../kernel/caller.ts';
import type { AuditChange } from '../../../kernel/db/audit.ts';
import { lockRoles } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { isOwner, requireAdministrator } from '../../../kernel/domain/authority.ts';
import type { Person } from '../../../kernel/domain/person.ts';
import type { Realm } from '../../../kernel/domain/realm.ts';
import { resolveReference } from '../../../kernel/references.ts';
import { changeAccount, checkNewName, lockExisting } from '../../accounts/change-account.ts';
import { changeProfile } from '../../accounts/change-profile.ts';
import { tellOfNewRole } from '../../accounts/new-role.ts';
import type { Ctx } from '../../context.ts';
import { endInvitationsOf } from '../../db/invitations.ts';
import { countActive } from '../../db/users.ts';
import { checkEmail } from '../../domain/account-rules.ts';
import { decideRole } from '../../domain/people-rules.ts';
import { invitesChanged } from '../../events/people.ts';
import { requireAllowedAddress } from '../../joining/allowed-addresses.ts';

/** An administrator changes somebody (specification, 6). @throws BAD_REQUEST, UNAUTHORIZED */
export async function updateUser(
  ctx: Ctx,
  request: UpdateUserRequest,
  call: Call,
): Promise<UpdateUserResponse> {
  ctx.writeGuard.check();
  await ctx.db.tx(async (tx) => {
    if (request.role !== undefined) await lockRoles(tx);
    const caller = await requireCaller(tx, call);
    requireAdministrator(caller);
    const realm = await readRealm(tx, ctx.config);
    const { userId } = await resolveReference(tx, realm, caller, request.user);
    const target = await lockExisting(tx, userId);
    const changes = await decideChanges(ctx, tx, realm, caller, target, request);
    if (Object.keys(changes).length > 0) {
      await tellOfNewRole(tx, realm, target, await changeAccount(tx, realm, call, target, changes));
    }
    if (changes.role !== undefined) await endStrongerInvitations(tx, userId, changes.role);
    const filledIn = await changeProfile(tx, realm, target, request.profileData);
    await audit(tx, call, ...auditOf(target, changes), ...filledIn);
  });
  return {};
}

/** Nobody gives a role by an invitation that they could not give any more (specification, 8). */
async function endStrongerInvitations(tx: Tx, userId: number, role: number): Promise<void> {
  if ((await endInvitationsOf(tx, userId, role)) > 0) await emit(tx, invitesChanged([userId]));
}

/** What is really different, after every check. */
async function decideChanges(
  ctx: Ctx,
  tx: Tx,
  realm: Realm,
  caller: Person,
  target: Person,
  { role, fullName, newEmail }: UpdateUserRequest,
): Promise<Partial<Person>> {
  const changes: Partial<Person> = {};
  if (role !== undefined) {
    changes.role = decideRole(caller, target, role, await countActive(tx, roles.owner));
  }
  if (fullName !== undefined && fullName.trim() !== target.fullName) {
    changes.fullName = await checkNewName(tx, realm, fullName, target.userId);
  }
  if (newEmail !== undefined) {
    if (!isOwner(caller) || !caller.canChangeUserEmails) {
      throw errors.notPermitted('User not authorized to change user emails');
    }
    changes.deliveryEmail = checkEmail(newEmail, ctx.config.host);
    await requireAllowedAddress(tx, realm, changes.deliveryEmail);
  }
  return differences(target, changes);
}

function differences(target: Person, changes: Partial<Person>): Partial<Person> {
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => target[name as keyof Person] !== value),
  );
}

const actions: Readonly<Record<string, string>> = {
  role: 'user.role_changed',
  fullName: 'user.name_changed',
  deliveryEmail: 'user.email_changed',
};

const auditOf = (target: Person, changes: Partial<Person>): AuditChange[] =>
  Object.entries(changes).map(([name, to]) => ({
    action: actions[name] ?? 'user.changed',
    userId: target.userId,
    details: { from: target[name as keyof Person], to },
  }));
