import { errors } from '@parley/core';
import type {
  CreateRecoveryCodesRequest,
  CreateRecoveryCodesResponse,
} from '@parley/proto/useradmin/v1/second_factors';
import { audit } from '../../../kernel/audit.ts';
import { prove } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { hasFactor } from '../../db/second-factors.ts';
import { createRecoveryCodes as replaceCodes } from '../../second-factors/enrolment.ts';

/**
 * Replaces the caller's recovery codes, and returns the new codes.
 * @throws BAD_REQUEST when the caller has no second factor; CONFIRMATION_REQUIRED
 */
export async function createRecoveryCodes(
  _ctx: Ctx,
  _request: CreateRecoveryCodesRequest,
  scope: DbScope,
): Promise<CreateRecoveryCodesResponse> {
  return scope.write(async (tx) => {
    const userId = await prove(tx, 'sign-in', (await tx.caller()).userId);
    if (!(await hasFactor(tx, userId))) throw errors.badRequest('Please add a second factor first.');
    await audit(tx, { action: 'user.recovery_codes_created', userId });
    return { recoveryCodes: await replaceCodes(tx, userId) };
  });
}
