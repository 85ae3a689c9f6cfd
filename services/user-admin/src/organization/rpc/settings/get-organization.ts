import type { GetOrganizationResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { sharedSettingsJson } from '../../settings/shared-settings.ts';

/**
 * Returns the organization's settings, for the caches of other services.
 * @throws UNAVAILABLE before the organization is created
 */
export async function getOrganization(
  _ctx: Ctx,
  _request: unknown,
  scope: Scope,
): Promise<GetOrganizationResponse> {
  const { value, snapshot } = await scope.snapshot(async (tx) => ({
    settingsJson: await sharedSettingsJson(tx),
    isDeactivated: (await tx.organization()).isDeactivated,
  }));
  return { ...value, snapshot };
}
