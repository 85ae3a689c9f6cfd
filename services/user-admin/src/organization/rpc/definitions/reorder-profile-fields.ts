import type {
  ReorderProfileFieldsRequest,
  ReorderProfileFieldsResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { listProfileFields, orderProfileFields } from '../../db/profile-fields.ts';
import { checkOrder } from '../../domain/linkifiers.ts';
import { administer } from '../../settings/administer.ts';
import { announceProfileFields } from '../../settings/announce-definitions.ts';

/**
 * Puts all custom profile fields in another order (contract, `reorder-custom-profile-fields`). @throws
 * BAD_REQUEST, UNAUTHORIZED_PRINCIPAL
 */
export async function reorderProfileFields(
  ctx: Ctx,
  { fieldIds }: ReorderProfileFieldsRequest,
  call: Call,
): Promise<ReorderProfileFieldsResponse> {
  return administer(ctx, call, 'administrators', async (tx) => {
    const order = checkOrder(fieldIds, await listProfileFields(tx), 'Invalid order mapping.');
    await orderProfileFields(tx, order);
    await announceProfileFields(tx);
    await audit(tx, call, { action: 'profile_fields.reordered', details: { order } });
    return {};
  });
}
