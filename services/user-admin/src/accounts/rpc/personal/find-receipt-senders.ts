import { errors } from '@parley/core';
import type {
  FindReceiptSendersRequest,
  FindReceiptSendersResponse,
} from '@parley/proto/useradmin/v1/receipts';
import { receiptSendersAmong } from '../../../kernel/db/user-settings.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';

const maxPeople = 100_000;

/**
 * Returns which of the given people are active and send read receipts (setting `send_read_receipts`), except those whom the caller has
 * muted, and those who have muted the caller.
 * @throws BAD_REQUEST
 */
export async function findReceiptSenders(
  _ctx: Ctx,
  { userIds }: FindReceiptSendersRequest,
  scope: DbScope,
): Promise<FindReceiptSendersResponse> {
  if (userIds.length > maxPeople) throw errors.badRequest('Too many people.');
  const { userId } = await scope.caller();
  return { userIds: await receiptSendersAmong(scope, userIds, userId) };
}
