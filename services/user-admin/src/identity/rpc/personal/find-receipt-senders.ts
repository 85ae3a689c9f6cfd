import { errors } from '@parley/core';
import type {
  FindReceiptSendersRequest,
  FindReceiptSendersResponse,
} from '@parley/proto/useradmin/v1/receipts';
import { receiptSendersAmong } from '../../../kernel/db/user-settings.ts';
import type { Ctx } from '../../context.ts';

const maxPeople = 100_000;

/**
 * Of these people the active ones who let others see what they have read (setting `send_read_receipts`).
 * @throws BAD_REQUEST
 */
export async function findReceiptSenders(
  ctx: Ctx,
  { userIds }: FindReceiptSendersRequest,
): Promise<FindReceiptSendersResponse> {
  if (userIds.length > maxPeople) throw errors.badRequest('Too many people.');
  return { userIds: await receiptSendersAmong(ctx.db, userIds) };
}
