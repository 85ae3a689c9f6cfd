import type { GetZoomTokenRequest, GetZoomTokenResponse } from '@parley/proto/useradmin/v1/calls';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { findZoomToken } from '../../db/zoom-tokens.ts';
import { openToken } from '../../zoom/sealed-token.ts';

/** Only for the gateway, which does not pass it on to clients. */
export async function getZoomToken(
  ctx: Ctx,
  _request: GetZoomTokenRequest,
  scope: DbScope,
): Promise<GetZoomTokenResponse> {
  const { userId } = await scope.caller();
  return { token: openToken(ctx, await findZoomToken(scope, userId), userId) };
}
