import { errors } from '@parley/core';
import { takeAuditRecords as take } from '@parley/db';
import type { TakeAuditRecordsRequest, TakeAuditRecordsResponse } from '@parley/proto/common/v1/audit';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';

/**
 * Hands entries of the audit log to `user-admin`. Calls on behalf of a person are refused. @throws
 * UNAUTHORIZED_PRINCIPAL
 */
export async function takeAuditRecords(
  { db }: Ctx,
  { storedIds }: TakeAuditRecordsRequest,
  { principal }: Call,
): Promise<TakeAuditRecordsResponse> {
  if (principal) throw errors.unauthorizedPrincipal('This is for operators of the server.');
  return take(db, storedIds);
}
