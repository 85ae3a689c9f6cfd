import { errors } from '@parley/core';
import type {
  UpdateLinkifierRequest,
  UpdateLinkifierResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { listLinkifiers, updateLinkifier as storeLinkifier } from '../../db/linkifiers.ts';
import { checkLinkifier, type Linkifier } from '../../domain/linkifiers.ts';
import { administer } from '../../settings/administer.ts';
import { announceLinkifiers } from '../../settings/announce-definitions.ts';

/**
 * Another pattern or other templates for a linkifier (specification, 14).
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function updateLinkifier(
  ctx: Ctx,
  request: UpdateLinkifierRequest,
  call: Call,
): Promise<UpdateLinkifierResponse> {
  const { linkifierId, pattern, urlTemplate, reverseTemplate, alternatives, exampleInput } = request;
  return administer(ctx, call, 'administrators', async (tx) => {
    const before = (await listLinkifiers(tx)).find(({ id }) => id === linkifierId);
    if (!before) throw errors.badRequest('Linkifier not found.');
    const after: Linkifier = {
      ...before,
      pattern,
      urlTemplate,
      ...(reverseTemplate !== undefined && { reverseTemplate: reverseTemplate || null }),
      ...(alternatives && { alternativeUrlTemplates: alternatives.urlTemplates }),
    };
    checkLinkifier(after, exampleInput);
    await storeLinkifier(tx, after);
    await announceLinkifiers(ctx, tx);
    await audit(tx, call, { action: 'linkifier.changed', details: { from: before, to: after } });
    return {};
  });
}
