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
  return auditAll(tx, userId, changes);
}

/** Records any number of changes of one person, or of the server itself. */
export function auditAll(
  tx: TxScope,
  userId: number | undefined,
  changes: readonly AuditChange[],
): Promise<void> {
  const actor = actorOf(tx.call, userId);
  return insertAudit(
    tx,
    changes.map((change) => ({ ...change, actor })),
  );
}

/** Returns the details of a change of several values: what they were before, and what they are now. */
export function valuesChanged<T extends object>(
  before: T,
  changes: Partial<T>,
): { from: Partial<T>; to: Partial<T> } {
  const names = Object.keys(changes) as (keyof T)[];
  const from = Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<T>;
  return { from, to: changes };
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
