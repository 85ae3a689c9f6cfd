import { createHash, timingSafeEqual } from 'node:crypto';
import { jsonBytes, ParleyError, type ScimConfig } from '@parley/core';
import type { HandleScimRequest, HandleScimResponse } from '@parley/proto/useradmin/v1/scim';
import { requireActiveOrganization } from '../../../kernel/caller.ts';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { ScimError } from '../../domain/scim/scim-error.ts';
import { DeactivationLimitError, notifyOwnersOfLimit } from '../../provisioning/deactivation-limit.ts';
import type { ScimAnswer } from '../../scim/answer.ts';
import { routeScim } from '../../scim/route.ts';

/**
 * Answers a request of a provisioning client. A refusal is an answer, too, in the form of the protocol; only failures of this
 * server are thrown.
 * @throws UNAVAILABLE, REALM_DEACTIVATED
 */
export async function handleScim(
  ctx: Ctx,
  request: HandleScimRequest,
  scope: Scope,
): Promise<HandleScimResponse> {
  await requireActiveOrganization(scope);
  try {
    const { maxDeactivatedShare } = requireToken(ctx, request.tokenSha256);
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
      }),
    );
  } catch (error) {
    if (error instanceof DeactivationLimitError) await notifyOwnersOfLimit(ctx, scope, error);
    return encode(refusalOf(error));
  }
}

/** Checks the token in constant time. Returns the configuration of provisioning. @throws ScimError 401, and 404 where no token is configured */
function requireToken({ config }: Pick<Ctx, 'config'>, given: Buffer): ScimConfig {
  const { scim } = config.signIn;
  if (!scim) throw new ScimError(404, 'Provisioning is not configured.');
  const expected = createHash('sha256').update(scim.token).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ScimError(401, 'The token is not valid.');
  }
  return scim;
}

function parse(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new ScimError(400, 'The body is no JSON.', 'invalidSyntax');
  }
}

/** Returns a refusal in the form of the protocol (RFC 7644, section 3.12). Failures of this server are rethrown. */
function refusalOf(error: unknown): ScimAnswer {
  const isOurs = error instanceof ScimError || (error instanceof ParleyError && error.status < 500);
  if (!isOurs) throw error;
  const scimType = error instanceof ScimError ? error.scimType : 'invalidValue';
  return {
    status: error.status,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(error.status),
      ...(scimType && { scimType }),
      detail: error.message,
    },
  };
}

const encode = ({ status, body, etag = '', location = '' }: ScimAnswer): HandleScimResponse => ({
  status,
  body: body ? jsonBytes(body) : Buffer.alloc(0),
  etag,
  location,
});
