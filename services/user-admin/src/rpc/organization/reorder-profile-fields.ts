import type {
  ReorderProfileFieldsRequest,
  ReorderProfileFieldsResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../audit.ts';
import type { Ctx } from '../../context.ts';
import { listProfileFields, orderProfileFields } from '../../db/profile-fields.ts';
import { checkOrder } from '../../domain/linkifiers.ts';
import { administer } from '../../organization/administer.ts';
import { announceProfileFields } from '../../organization/announce-lists.ts';

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
