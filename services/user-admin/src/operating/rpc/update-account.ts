import { errors } from '@parley/core';
import type { UpdateAccountRequest, UpdateAccountResponse } from '@parley/proto/useradmin/v1/operators';
import { requireOperator } from '@parley/rpc';
import { roles } from '@parley/rules';
import { changeAccount, lockExisting } from '../../accounts/change-account.ts';
import { deactivateAccount } from '../../accounts/deactivate-account.ts';
import { reactivateAccount } from '../../accounts/reactivate-account.ts';
import { finishRoleChange } from '../../accounts/roles/finish-role-change.ts';
import { audit } from '../../kernel/audit.ts';
import { lockRoles } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { vouchForRole } from '../../kernel/proof.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { countActive } from '../../people/db/users.ts';
import { decideDeactivate, decideRole } from '../../people/domain/account-permissions.ts';
import { accountOf } from '../../people/domain/present-account.ts';
import { hasActiveOwner } from '../../people/managed-bot.ts';
import { requirePersonByEmail } from '../../people/person-by-email.ts';
import type { Ctx } from '../../scim/context.ts';

const operatorAuthority = { role: roles.owner, isActive: true };

/**
 * Changes the role of an account, or deactivates or reactivates it. The last owner must keep the role and stay active. A dry
 * run only returns the account before and after the change.
 * @throws BAD_REQUEST when the address is unknown or belongs to a system bot, the role is unknown, or the account may not get
 * the role or be deactivated or reactivated
 */
export async function updateAccount(
  ctx: Ctx,
  { email, role, isActive, dryRun }: UpdateAccountRequest,
  scope: DbScope,
): Promise<UpdateAccountResponse> {
  requireOperator(scope.call);
  return scope.write(async (tx) => {
    await lockRoles(tx);
    const before = await lockExisting(tx, (await requirePersonByEmail(tx, email)).userId);
    const owners = await countActive(tx, roles.owner);
    const after = { ...before, role: role ?? before.role, isActive: isActive ?? before.isActive };
    // Either the new role or the deactivation could remove the last owner, so each is checked as if it were the only change.
    decideRole(operatorAuthority, before, after.role, before.isBot ? Number.POSITIVE_INFINITY : owners);
    if (before.isActive && !after.isActive) decideDeactivate(operatorAuthority, before, owners);
    if (!before.isActive && after.isActive && !(await hasActiveOwner(tx, before))) {
      throw errors.badRequest('The owner of the bot is deactivated.');
    }
    if (!dryRun) await store(ctx, tx, before, after);
    return { before: accountOf(before), after: accountOf(after) };
  });
}

async function store(ctx: Ctx, tx: TxScope, before: Person, after: Person): Promise<void> {
  const { userId, role } = after;
  let current = before;
  if (role !== before.role) {
    current = await changeAccount(tx, before, { role: vouchForRole(tx, 'operator', role, before) });
    await finishRoleChange(tx, before, current);
    await audit(tx, { action: 'user.role_changed', userId, details: { from: before.role, to: role } });
  }
  if (before.isActive && !after.isActive) await deactivateAccount(tx, current);
  if (!before.isActive && after.isActive) {
    await reactivateAccount(ctx, tx, current, { role: vouchForRole(tx, 'operator', role, current) });
    await audit(tx, { action: 'user.reactivated', userId, details: {} });
  }
}
