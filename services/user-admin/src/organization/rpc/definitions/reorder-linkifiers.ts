import type {
  ReorderLinkifiersRequest,
  ReorderLinkifiersResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { listLinkifiers, orderLinkifiers } from '../../db/linkifiers.ts';
import { checkOrder } from '../../domain/linkifiers.ts';
import { administer } from '../../settings/administer.ts';
import { announceLinkifiers } from '../../settings/announce-definitions.ts';

/**
 * Puts linkifiers in another order (contract, `reorder-linkifiers`). The request names all of them: where two
 * match the same text, the earlier wins.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function reorderLinkifiers(
  ctx: Ctx,
  { linkifierIds }: ReorderLinkifiersRequest,
  call: Call,
): Promise<ReorderLinkifiersResponse> {
  return administer(ctx, call, 'administrators', async (tx) => {
    const order = checkOrder(linkifierIds, await listLinkifiers(tx), 'Invalid ordered linkifier list');
    await orderLinkifiers(tx, order);
    await announceLinkifiers(ctx, tx);
    await audit(tx, call, { action: 'linkifiers.reordered', details: { order } });
    return {};
  });
}
