import type {
  ListSecondFactorsRequest,
  ListSecondFactorsResponse,
} from '@parley/proto/useradmin/v1/second_factors';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { findFactors } from '../../db/second-factors.ts';
import { requiresFactor } from '../../domain/factor-policy.ts';

/** Returns the caller's second factors. */
export async function listSecondFactors(
  _ctx: Ctx,
  _request: ListSecondFactorsRequest,
  scope: DbScope,
): Promise<ListSecondFactorsResponse> {
  const { userId, role } = await scope.caller();
  const { app, passkeys, recoveryCodes } = await findFactors(scope, userId);
  return {
    hasTotp: app?.isConfirmed ?? false,
    passkeys: passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
      passkeyId,
      name,
      createdAt,
      lastUsedAt,
    })),
    recoveryCodes,
    isRequired: requiresFactor(await scope.settings(), role),
  };
}
