import type {
  ReorderLinkifiersRequest,
  ReorderLinkifiersResponse,
} from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listLinkifiers, orderLinkifiers } from '../../db/linkifiers.ts';
import { checkOrder } from '../../domain/linkifiers.ts';
import { administer } from '../../settings/administer.ts';
import { announceLinkifiers } from '../../settings/announce-definitions.ts';

/**
 * Stores a new order of all linkifiers. When several match the same text, the first one applies.
 * @throws BAD_REQUEST when the order does not contain every linkifier exactly once; UNAUTHORIZED_PRINCIPAL when the caller is
 * not an administrator
 */
export async function reorderLinkifiers(
  _ctx: Ctx,
  { linkifierIds }: ReorderLinkifiersRequest,
  scope: DbScope,
): Promise<ReorderLinkifiersResponse> {
  return administer(scope, 'administrators', async (tx) => {
    const before = await listLinkifiers(tx);
    const order = checkOrder(linkifierIds, before, 'Invalid ordered linkifier list');
    await orderLinkifiers(tx, order);
    await announceLinkifiers(tx);
    const details = { from: before.map(({ id }) => id), to: order };
    await audit(tx, { action: 'linkifiers.reordered', details });
    return {};
  });
}
