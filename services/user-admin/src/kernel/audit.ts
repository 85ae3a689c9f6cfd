import { type AuditChange, insertAudit } from './db/audit.ts';
import type { TxScope } from './scope.ts';

/** Records what a request changed, in the transaction that changes it. */
export function audit(tx: TxScope, ...changes: readonly AuditChange[]): Promise<void> {
  return auditAs(tx, tx.call.principal?.userId, ...changes);
}

/** Does the same for a request without credentials that proved to be a person's, such as a sign-in. */
export function auditAs(
  tx: TxScope,
  userId: number | undefined,
  ...changes: readonly AuditChange[]
): Promise<void> {
  const { clientName, remoteAddress = '' } = tx.call;
  return insertAudit(tx, { userId, client: clientName, address: remoteAddress }, changes);
}
