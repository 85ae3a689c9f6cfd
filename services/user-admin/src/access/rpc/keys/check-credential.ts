import type { CheckCredentialRequest, CheckCredentialResponse } from '@parley/proto/useradmin/v1/keys';
import { requireCredential } from '../../../kernel/credential.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';

/**
 * Checks that the API key or session of the call has not ended since the gateway accepted it. Services call it after they have
 * stored something that gives access without these credentials.
 * @throws UNAUTHORIZED when it has ended, and when the caller has no account
 */
export async function checkCredential(
  _ctx: Ctx,
  _request: CheckCredentialRequest,
  scope: DbScope,
): Promise<CheckCredentialResponse> {
  await scope.caller();
  await requireCredential(scope);
  return {};
}
