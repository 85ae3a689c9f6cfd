import { emit } from '@parley/db';
import type { UpdateZoomTokenRequest, UpdateZoomTokenResponse } from '@parley/proto/useradmin/v1/calls';
import { changeOwnData } from '../../../kernel/change-own-data.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { hasZoomToken, storeZoomToken } from '../../db/zoom-tokens.ts';
import { zoomConnectionChanged } from '../../events/personal.ts';
import { sealToken } from '../../zoom/sealed-token.ts';

/** Emits the event for which clients wait, even if an account was already connected, but not for a renewal. */
export async function updateZoomToken(
  ctx: Ctx,
  { token, isRenewal }: UpdateZoomTokenRequest,
  scope: DbScope,
): Promise<UpdateZoomTokenResponse> {
  if (!token) throw new Error('The token is missing.');
  return changeOwnData(scope, async (tx, { userId }) => {
    const isUnannounced = !isRenewal || !(await hasZoomToken(tx, userId));
    await storeZoomToken(tx, userId, sealToken(ctx, token, userId));
    if (isUnannounced) await emit(tx, zoomConnectionChanged(userId, true));
    return {};
  });
}
