import { errors } from '@parley/core';
import { takeAuditRecords as take } from '@parley/db';
import type { Scope } from '@parley/directory';
import type { TakeAuditRecordsRequest, TakeAuditRecordsResponse } from '@parley/proto/common/v1/audit';
import type { Ctx } from '../context.ts';

/**
 * Hands entries of the audit log to `user-admin`. Calls on behalf of a person are refused. @throws
 * UNAUTHORIZED_PRINCIPAL
 */
export async function takeAuditRecords(
  { db }: Ctx,
  { storedIds }: TakeAuditRecordsRequest,
  { call }: Scope,
): Promise<TakeAuditRecordsResponse> {
  if (call.principal) throw errors.unauthorizedPrincipal('This is for operators of the server.');
  return take(db, storedIds);
}
