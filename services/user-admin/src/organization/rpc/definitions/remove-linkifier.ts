import { errors } from '@parley/core';
import type {
  RemoveLinkifierRequest,
  RemoveLinkifierResponse,
} from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteLinkifier, listLinkifiers } from '../../db/linkifiers.ts';
import { administer } from '../../settings/administer.ts';
import { announceLinkifiers } from '../../settings/announce-definitions.ts';

/**
 * Removes a linkifier. Links in existing messages stay.
 * @throws BAD_REQUEST when no such linkifier exists; UNAUTHORIZED_PRINCIPAL when the caller is not an administrator
 */
export async function removeLinkifier(
  _ctx: Ctx,
  { linkifierId }: RemoveLinkifierRequest,
  scope: DbScope,
): Promise<RemoveLinkifierResponse> {
  return administer(scope, 'administrators', async (tx) => {
    const removed = (await listLinkifiers(tx)).find(({ id }) => id === linkifierId);
    if (!removed) throw errors.badRequest('Linkifier not found.');
    await deleteLinkifier(tx, linkifierId);
    await announceLinkifiers(tx);
    await audit(tx, { action: 'linkifier.removed', details: { linkifierId, from: removed } });
    return {};
  });
}
