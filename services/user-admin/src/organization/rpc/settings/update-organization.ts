import type {
  UpdateOrganizationRequest,
  UpdateOrganizationResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { organizationSetting } from '@parley/settings';
import type { Ctx } from '../../context.ts';
import { parseChanges } from '../../domain/setting-changes.ts';
import { administer, requireRole } from '../../settings/administer.ts';
import { changeSettings } from '../../settings/change-settings.ts';

/**
 * Settings of the organization; some are for owners.
 * @throws BAD_REQUEST, EXPECTATION_MISMATCH, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function updateOrganization(
  ctx: Ctx,
  { changesJson }: UpdateOrganizationRequest,
  call: Call,
): Promise<UpdateOrganizationResponse> {
  const changes = JSON.parse(changesJson.toString()) as Record<string, unknown>;
  return administer(ctx, call, 'administrators', async (tx, caller) => {
    const isForOwners = parseChanges(changes).some(
      ({ name }) => organizationSetting(name).changedBy === 'owners',
    );
    if (isForOwners) requireRole(caller, 'owners');
    await changeSettings(ctx, tx, call, changes);
    return {};
  });
}
