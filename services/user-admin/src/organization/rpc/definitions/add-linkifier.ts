import { errors, errorText } from '@parley/core';
import type { AddLinkifierRequest, AddLinkifierResponse } from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { insertLinkifier, listLinkifiers } from '../../db/linkifiers.ts';
import { checkLinkifier, linkifierLimits } from '../../domain/linkifiers.ts';
import { administer } from '../../settings/administer.ts';
import { announceLinkifiers } from '../../settings/announce-definitions.ts';

/**
 * Adds a linkifier, which turns matching text into links. It comes after the existing ones.
 * @throws BAD_REQUEST when the linkifier is invalid, its pattern is taken, or there are too many linkifiers;
 * UNAUTHORIZED_PRINCIPAL when the caller is not an administrator
 */
export async function addLinkifier(
  _ctx: Ctx,
  request: AddLinkifierRequest,
  scope: DbScope,
): Promise<AddLinkifierResponse> {
  return administer(scope, 'administrators', async (tx) => {
    const { pattern, urlTemplate } = request;
    const draft = {
      pattern,
      urlTemplate,
      exampleInput: request.exampleInput || null,
      reverseTemplate: request.reverseTemplate || null,
      alternativeUrlTemplates: request.alternativeUrlTemplates,
    };
    checkLinkifier({ id: 0, ...draft });
    if ((await listLinkifiers(tx)).length >= linkifierLimits.count) {
      throw errors.badRequest(
        errorText('At most {limit} linkifiers are possible.', { limit: linkifierLimits.count }),
      );
    }
    const linkifierId = await insertLinkifier(tx, draft);
    await announceLinkifiers(tx);
    await audit(tx, { action: 'linkifier.added', details: { linkifierId, pattern, urlTemplate } });
    return { linkifierId };
  });
}
