import { errors } from '@parley/core';
import type { RemoveTotpRequest, RemoveTotpResponse } from '@parley/proto/useradmin/v1/second_factors';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteApp } from '../../db/second-factors.ts';
import { removeFactor } from '../../factors/remove-factor.ts';

/** Removes the caller's authenticator app. @throws BAD_REQUEST, CONFIRMATION_REQUIRED, UNAUTHORIZED */
export async function removeTotp(
  ctx: Ctx,
  _request: RemoveTotpRequest,
  scope: Scope,
): Promise<RemoveTotpResponse> {
  await removeFactor(ctx, scope, async (tx, { userId }) => {
    if (!(await deleteApp(tx, userId))) throw errors.badRequest('There is no authenticator app.');
    return { factor: 'totp' };
  });
  return {};
}
