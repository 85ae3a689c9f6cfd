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

/**
 * Settings about signing in. Changing them requires a recent proof of a second factor, because with a stolen session they could
 * be weakened.
 */
const signInPolicies: ReadonlySet<string> = new Set([
  'require_second_factor',
  'second_factor_after_provider',
  'authentication_methods',
]);

/**
 * Changes settings of the organization. Only owners may change some of them. Settings about signing in require a recent proof
 * of a second factor.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED, CONFIRMATION_REQUIRED; EXPECTATION_MISMATCH when the stored values
 * differ from the expected ones
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
