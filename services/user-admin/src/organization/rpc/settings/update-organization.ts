import { expectFields } from '@parley/core';
import type {
  UpdateOrganizationRequest,
  UpdateOrganizationResponse,
} from '@parley/proto/useradmin/v1/organization';
import { givenSettings, organizationSetting } from '@parley/settings';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { sharedSettings } from '../../domain/realm-fields.ts';
import { parseChanges } from '../../domain/setting-changes.ts';
import { administer, requireRole } from '../../settings/administer.ts';
import { changeSettings } from '../../settings/change-settings.ts';

/**
 * Changes settings of the organization. Only owners may change some of them.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL; EXPECTATION_MISMATCH when the stored values differ from the expected ones; the
 * errors of `proveSettings`
 */
export async function updateOrganization(
  ctx: Ctx,
  request: UpdateOrganizationRequest,
  scope: DbScope,
): Promise<UpdateOrganizationResponse> {
  const changes = givenSettings(request.changes);
  return administer(scope, 'administrators', async (tx, caller) => {
    const names = parseChanges(changes).map(({ name }) => name);
    const isForOwners = names.some((name) => organizationSetting(name).changedBy === 'owners');
    if (isForOwners) requireRole(caller, 'owners');
    expectFields(request.expected, sharedSettings(await tx.organization()));
    await changeSettings(ctx, tx, changes);
    return {};
  });
}
