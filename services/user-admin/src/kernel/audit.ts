import type { Call } from '@parley/rpc';
import { type AuditActor, type AuditChange, insertAudit } from './db/audit.ts';
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
  const actor = actorOf(tx.call, userId);
  return insertAudit(
    tx,
    changes.map((change) => ({ ...change, actor })),
  );
}

/** Returns the actor of a call, with the client and address that it came from. */
export const actorOf = (
  { clientName, remoteAddress = '' }: Call,
  userId: number | undefined,
): AuditActor => ({
  userId,
  client: clientName,
  address: remoteAddress,
});
