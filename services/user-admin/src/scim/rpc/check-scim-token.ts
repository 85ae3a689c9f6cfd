import type { CheckScimTokenRequest, CheckScimTokenResponse } from '@parley/proto/useradmin/v1/scim';
import { requireActiveOrganization } from '../../kernel/caller.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { encode, refusalOf, requireToken } from '../access.ts';
import type { Ctx } from '../context.ts';

/**
 * Checks the token of a provisioning client, before the gateway reads the body of its request. Returns the refusal; undefined
 * for a valid token.
 * @throws UNAVAILABLE when the database does not answer; REALM_DEACTIVATED when the organization is deactivated
 */
export async function checkScimToken(
  ctx: Ctx,
  { tokenSha256 }: CheckScimTokenRequest,
  scope: DbScope,
): Promise<CheckScimTokenResponse> {
  await requireActiveOrganization(scope);
  try {
    requireToken(ctx, tokenSha256);
    return { refusal: undefined };
  } catch (error) {
    return { refusal: encode(refusalOf(error)) };
  }
}
