import { errors } from '@parley/core';
import type { AddLinkifierRequest, AddLinkifierResponse } from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { insertLinkifier, listLinkifiers } from '../../db/linkifiers.ts';
import { checkLinkifier, linkifierLimits } from '../../domain/linkifiers.ts';
import { administer } from '../../settings/administer.ts';
import { announceLinkifiers } from '../../settings/announce-definitions.ts';

/**
 * A new linkifier, behind those there are (contract, `add-linkifier`).
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function addLinkifier(
  ctx: Ctx,
  { pattern, urlTemplate }: AddLinkifierRequest,
  call: Call,
): Promise<AddLinkifierResponse> {
  return administer(ctx, call, 'administrators', async (tx) => {
    const draft = { id: 0, pattern, urlTemplate, reverseTemplate: null, alternativeUrlTemplates: [] };
    checkLinkifier(draft, undefined);
    if ((await listLinkifiers(tx)).length >= linkifierLimits.count) {
      throw errors.badRequest(`At most ${linkifierLimits.count} linkifiers are possible.`);
    }
    const linkifierId = await insertLinkifier(tx, pattern, urlTemplate);
    await announceLinkifiers(ctx, tx);
    await audit(tx, call, { action: 'linkifier.added', details: { linkifierId, pattern, urlTemplate } });
    return { linkifierId };
  });
}
