import { type AuditChange, insertAudit } from './db/audit.ts';
import type { TxScope } from './scope.ts';

/** Records in the audit log what a request changed, in the transaction that changes it. */
export function audit(tx: TxScope, ...changes: readonly AuditChange[]): Promise<void> {
  return auditAs(tx, tx.call.principal?.userId, ...changes);
}

/** Records changes of a request without credentials that was proven to come from a person, such as a sign-in. */
export function auditAs(
  tx: TxScope,
  userId: number | undefined,
  ...changes: readonly AuditChange[]
): Promise<void> {
  const { clientName, remoteAddress = '' } = tx.call;
  return insertAudit(tx, { userId, client: clientName, address: remoteAddress }, changes);
}
