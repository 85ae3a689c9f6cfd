import { errors, expectFields } from '@parley/core';
import type {
  UpdateLinkifierRequest,
  UpdateLinkifierResponse,
} from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listLinkifiers, updateLinkifier as storeLinkifier } from '../../db/linkifiers.ts';
import { checkLinkifier, type Linkifier, presentLinkifier } from '../../domain/linkifiers.ts';
import { administer } from '../../settings/administer.ts';
import { announceLinkifiers } from '../../settings/announce-definitions.ts';

/**
 * Changes the pattern and templates of a linkifier, which turns matching text into links.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL; EXPECTATION_MISMATCH when the stored values differ from the expected ones
 */
export async function updateLinkifier(
  _ctx: Ctx,
  request: UpdateLinkifierRequest,
  scope: DbScope,
): Promise<UpdateLinkifierResponse> {
  const { linkifierId, pattern, urlTemplate, reverseTemplate, alternatives, exampleInput } = request;
  return administer(scope, 'administrators', async (tx) => {
    const before = (await listLinkifiers(tx)).find(({ id }) => id === linkifierId);
    if (!before) throw errors.badRequest('Linkifier not found.');
    expectFields(request.expected, presentLinkifier(before));
    const after: Linkifier = {
      ...before,
      pattern,
      urlTemplate,
      ...(exampleInput !== undefined && { exampleInput: exampleInput || null }),
      ...(reverseTemplate !== undefined && { reverseTemplate: reverseTemplate || null }),
      ...(alternatives && { alternativeUrlTemplates: alternatives.urlTemplates }),
    };
    checkLinkifier(after);
    await storeLinkifier(tx, after);
    await announceLinkifiers(tx);
    await audit(tx, { action: 'linkifier.changed', details: { from: before, to: after } });
    return {};
  });
}
