import { expectFields } from '@parley/core';
import type {
  UpdateOrganizationRequest,
  UpdateOrganizationResponse,
} from '@parley/proto/useradmin/v1/organization';
import { givenSettings, organizationSetting } from '@parley/settings';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { sharedSettings } from '../../domain/realm-fields.ts';
import { parseChanges } from '../../domain/setting-changes.ts';
import { administer, requireRole } from '../../settings/administer.ts';
import { changeSettings } from '../../settings/change-settings.ts';

/** Settings whose change would let a thief of a session weaken how people sign in. */
const signInPolicies: ReadonlySet<string> = new Set([
  'require_second_factor',
  'second_factor_after_provider',
  'authentication_methods',
]);

/**
 * Changes settings of the organization. Some settings may be changed only by owners, and those about signing in only
 * with a recent proof of a second factor.
 * @throws BAD_REQUEST, EXPECTATION_MISMATCH, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED, CONFIRMATION_REQUIRED
 */
export async function updateOrganization(
  ctx: Ctx,
  request: UpdateOrganizationRequest,
  scope: Scope,
): Promise<UpdateOrganizationResponse> {
  const changes = givenSettings(request.changes);
  return administer(scope, 'administrators', async (tx, caller) => {
    const names = parseChanges(changes).map(({ name }) => name);
    const isForOwners = names.some((name) => organizationSetting(name).changedBy === 'owners');
    if (isForOwners) requireRole(caller, 'owners');
    if (names.some((name) => signInPolicies.has(name))) await ctx.requireRecentProof(tx, caller);
    expectFields(request.expected, sharedSettings(await tx.organization()));
    await changeSettings(ctx, tx, changes);
    return {};
  });
}
