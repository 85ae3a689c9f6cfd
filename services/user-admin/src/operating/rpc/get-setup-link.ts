import type { GetSetupLinkResponse } from '@parley/proto/useradmin/v1/operators';
import { requireOperator } from '@parley/rpc';
import { setupLink } from '../../accounts/first-run/setup-link.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../../scim/context.ts';

/** Returns the link with which the organization can be created; empty when it exists. @throws UNAUTHORIZED_PRINCIPAL */
export async function getSetupLink(
  ctx: Ctx,
  _request: unknown,
  scope: DbScope,
): Promise<GetSetupLinkResponse> {
  requireOperator(scope.call);
  return { link: (await setupLink(ctx, ctx.db)) ?? '' };
}
