import type {
  ReorderProfileFieldsRequest,
  ReorderProfileFieldsResponse,
} from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listProfileFields, orderProfileFields } from '../../db/profile-fields.ts';
import { checkOrder } from '../../domain/linkifiers.ts';
import { administer } from '../../settings/administer.ts';
import { announceProfileFields } from '../../settings/announce-definitions.ts';

/**
 * Stores a new order of all custom profile fields.
 * @throws BAD_REQUEST when the order does not contain every field exactly once; UNAUTHORIZED_PRINCIPAL when the caller is not
 * an administrator
 */
export async function reorderProfileFields(
  _ctx: Ctx,
  { fieldIds }: ReorderProfileFieldsRequest,
  scope: DbScope,
): Promise<ReorderProfileFieldsResponse> {
  return administer(scope, 'administrators', async (tx) => {
    const before = await listProfileFields(tx);
    const order = checkOrder(fieldIds, before, 'Invalid order mapping.');
    await orderProfileFields(tx, order);
    await announceProfileFields(tx);
    const details = { from: before.map(({ id }) => id), to: order };
    await audit(tx, { action: 'profile_fields.reordered', details });
    return {};
  });
}
