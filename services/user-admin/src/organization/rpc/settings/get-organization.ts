import type { GetOrganizationResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { sharedOrganization } from '../../settings/shared-settings.ts';

/** Other services cache them. @throws UNAVAILABLE while no organization exists */
export async function getOrganization(
  _ctx: Ctx,
  _request: unknown,
  scope: DbScope,
): Promise<GetOrganizationResponse> {
  const { value, snapshot } = await scope.snapshot(sharedOrganization);
  return { ...value, snapshot };
}
