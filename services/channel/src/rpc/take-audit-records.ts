import { takeAuditRecords as take } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { TakeAuditRecordsRequest, TakeAuditRecordsResponse } from '@parley/proto/common/v1/audit';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../context.ts';

/** Returns entries of the audit outbox to `user-admin`, and deletes those that it has stored (`storedIds`). */
export async function takeAuditRecords(
  { db }: Ctx,
  { storedIds }: TakeAuditRecordsRequest,
  { call }: Scope,
): Promise<TakeAuditRecordsResponse> {
  requireOperator(call);
  return take(db, storedIds);
}
