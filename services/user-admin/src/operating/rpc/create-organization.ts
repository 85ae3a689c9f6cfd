import type {
  CreateOrganizationRequest,
  CreateOrganizationResponse,
} from '@parley/proto/useradmin/v1/user_admin';
import { requireOperator } from '@parley/rpc';
import { checkOrganizationName } from '@parley/settings';
import { foundOrganization } from '../../accounts/first-run/found-organization.ts';
import { audit } from '../../kernel/audit.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { findFirstOwner } from '../../people/db/users.ts';
import { checkEmail, checkFullName } from '../../people/domain/account-rules.ts';
import type { Ctx } from '../../scim/context.ts';

/**
 * Creates the organization with its system groups, system bots and first owner, in one transaction. Does nothing when the
 * organization already exists.
 * @throws BAD_REQUEST when a name, the address or the password is invalid, or the address is that of a system bot
 */
export async function createOrganization(
  ctx: Ctx,
  request: CreateOrganizationRequest,
  scope: DbScope,
): Promise<CreateOrganizationResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  const name = checkOrganizationName(request.name);
  const deliveryEmail = checkEmail(request.ownerEmail, ctx.config.host);
  const fullName = checkFullName(request.ownerFullName);
  const passwordHash = await ctx.passwords.hashNew(request.ownerPassword, {
    email: deliveryEmail,
    fullName,
    isOperators: true,
  });
  return scope.write(async (tx) => {
    const owner = await foundOrganization(ctx, tx, name, { deliveryEmail, fullName, passwordHash });
    if (!owner) return { ownerUserId: await findFirstOwner(tx), created: false };
    await audit(tx, { action: 'organization.created', userId: owner.userId });
    return { ownerUserId: owner.userId, created: true };
  });
}
