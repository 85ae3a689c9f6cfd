import { emit } from '@parley/db';
import type { DeleteZoomTokenRequest, DeleteZoomTokenResponse } from '@parley/proto/useradmin/v1/calls';
import { changeOwnData } from '../../../kernel/change-own-data.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteZoomToken as deleteToken, findZoomToken } from '../../db/zoom-tokens.ts';
import { zoomConnectionChanged } from '../../events/personal.ts';
import { openToken } from '../../zoom/sealed-token.ts';

/** Does nothing when another token has replaced the one with this refresh token. */
export async function deleteZoomToken(
  ctx: Ctx,
  { refreshToken }: DeleteZoomTokenRequest,
  scope: DbScope,
): Promise<DeleteZoomTokenResponse> {
  return changeOwnData(scope, async (tx, { userId }) => {
    const token = openToken(ctx, await findZoomToken(tx, userId), userId);
    if (token?.refreshToken !== refreshToken) return {};
    await deleteToken(tx, userId);
    await emit(tx, zoomConnectionChanged(userId, false));
    return {};
  });
}
