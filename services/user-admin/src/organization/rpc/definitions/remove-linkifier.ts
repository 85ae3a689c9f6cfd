import { errors } from '@parley/core';
import type {
  RemoveLinkifierRequest,
  RemoveLinkifierResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { deleteLinkifier } from '../../db/linkifiers.ts';
import { administer } from '../../settings/administer.ts';
import { announceLinkifiers } from '../../settings/announce-definitions.ts';

/**
 * Takes a linkifier away; messages keep the links they have (contract, `remove-linkifier`). @throws BAD_REQUEST,
 * UNAUTHORIZED_PRINCIPAL
 */
export async function removeLinkifier(
  ctx: Ctx,
  { linkifierId }: RemoveLinkifierRequest,
  call: Call,
): Promise<RemoveLinkifierResponse> {
  return administer(ctx, call, 'administrators', async (tx) => {
    if (!(await deleteLinkifier(tx, linkifierId))) throw errors.badRequest('Linkifier not found.');
    await announceLinkifiers(ctx, tx);
    await audit(tx, call, { action: 'linkifier.removed', details: { linkifierId } });
    return {};
  });
}
