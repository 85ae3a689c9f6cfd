import type { HandleScimRequest, HandleScimResponse } from '@parley/proto/useradmin/v1/scim';
import { requireActiveOrganization } from '../../kernel/caller.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { encode, refusalOf, requireToken } from '../access.ts';
import type { Ctx } from '../context.ts';
import { DeactivationLimitError, notifyOwnersOfLimit } from '../deactivation-limit.ts';
import { ScimError } from '../domain/scim-error.ts';
import { routeScim } from '../route.ts';

/**
 * Handles a request of a SCIM provisioning client. A refused request gets a SCIM error as the response. Errors are thrown only
 * for failures of this server, and while the organization is deactivated.
 * @throws UNAVAILABLE when the database does not answer, its disk is nearly full, or no organization exists; REALM_DEACTIVATED
 * when the organization is deactivated
 */
export async function handleScim(
  ctx: Ctx,
  request: HandleScimRequest,
  scope: DbScope,
): Promise<HandleScimResponse> {
  await requireActiveOrganization(scope);
  try {
    const { maxDeactivatedShare, pictures } = requireToken(ctx, request.tokenSha256);
    return encode(
      await routeScim(ctx, scope, {
        method: request.method,
        path: request.path.split('/').filter((part) => part !== ''),
        query: new URLSearchParams(request.query),
        body: parse(request.body),
        ifMatch: request.ifMatch,
        ifNoneMatch: request.ifNoneMatch,
        base: `${ctx.config.publicUrl}/scim/v2`,
        share: maxDeactivatedShare,
        pictures,
        sealer: ctx.sealer,
      }),
    );
  } catch (error) {
    if (error instanceof DeactivationLimitError) await notifyOwnersOfLimit(ctx, scope, error);
    return encode(refusalOf(error));
  }
}

function parse(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new ScimError(400, 'The body is no JSON.', 'invalidSyntax');
  }
}
