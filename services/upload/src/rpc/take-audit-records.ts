import { errors } from '@parley/core';
import { takeAuditRecords as take } from '@parley/db';
import type { TakeAuditRecordsRequest, TakeAuditRecordsResponse } from '@parley/proto/common/v1/audit';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';

/**
 * Returns entries of the audit outbox to `user-admin`, and deletes those that it has stored (`storedIds`).
 * @throws UNAUTHORIZED_PRINCIPAL for a call on behalf of a person
 */
export async function takeAuditRecords(
  { db }: Ctx,
  { storedIds }: TakeAuditRecordsRequest,
  { principal }: Call,
): Promise<TakeAuditRecordsResponse> {
  if (principal) throw errors.unauthorizedPrincipal('This is for operators of the server.');
  return take(db, storedIds);
}
