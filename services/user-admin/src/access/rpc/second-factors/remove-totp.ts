import { errors } from '@parley/core';
import type { RemoveTotpRequest, RemoveTotpResponse } from '@parley/proto/useradmin/v1/second_factors';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteApp } from '../../db/second-factors.ts';
import { removeFactor } from '../../second-factors/remove-factor.ts';

/**
 * Removes the caller's authenticator app.
 * @throws BAD_REQUEST when the caller has no authenticator app, or it is the last factor and the organization requires one;
 * CONFIRMATION_REQUIRED when the caller has a second factor but has not proven it recently in this session
 */
export async function removeTotp(
  ctx: Ctx,
  _request: RemoveTotpRequest,
  scope: DbScope,
): Promise<RemoveTotpResponse> {
  await removeFactor(ctx, scope, async (tx, userId) => {
    if (!(await deleteApp(tx, userId))) throw errors.badRequest('There is no authenticator app.');
    return { factor: 'totp' };
  });
  return {};
}
