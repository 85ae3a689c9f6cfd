import type {
  UpdateOrganizationRequest,
  UpdateOrganizationResponse,
} from '@parley/proto/useradmin/v1/organization';
import { givenSettings, organizationSetting } from '@parley/settings';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { parseChanges } from '../../domain/setting-changes.ts';
import { administer, requireRole } from '../../settings/administer.ts';
import { changeSettings } from '../../settings/change-settings.ts';

/**
 * Changes settings of the organization. Some settings may be changed only by owners.
 * @throws BAD_REQUEST, EXPECTATION_MISMATCH, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function updateOrganization(
  ctx: Ctx,
  request: UpdateOrganizationRequest,
  scope: Scope,
): Promise<UpdateOrganizationResponse> {
  const changes = givenSettings(request.changes, request.changesJson);
  return administer(scope, 'administrators', async (tx, caller) => {
    const isForOwners = parseChanges(changes, true).some(
      ({ name }) => organizationSetting(name).changedBy === 'owners',
    );
    if (isForOwners) requireRole(caller, 'owners');
    await changeSettings(ctx, tx, changes);
    return {};
  });
}
