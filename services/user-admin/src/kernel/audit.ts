import { keysOf } from '@parley/core';
import { type Call, personOf } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import { type AuditActor, type AuditChange, insertAudit } from './db/audit.ts';
import type { TxScope } from './scope.ts';

/** Stores audit log entries for changes of a request. Must run in the transaction that makes the changes. */
export function audit(tx: TxScope, ...changes: readonly AuditChange[]): Promise<void> {
  return auditAs(tx, personOf(tx.call)?.userId, ...changes);
}

/**
 * Stores audit log entries for changes by the person `userId`; by an operator or the server itself when it is undefined. Use it
 * for a request whose credentials do not name the person, such as a sign-in.
 */
export function auditAs(
  tx: TxScope,
  userId: UserId | undefined,
  ...changes: readonly AuditChange[]
): Promise<void> {
  return auditAll(tx, userId, changes);
}

/** Stores audit log entries like `auditAs`, for a list of changes that may be long. */
export function auditAll(
  tx: TxScope,
  userId: UserId | undefined,
  changes: readonly AuditChange[],
): Promise<void> {
  const actor = actorOf(tx.call, userId);
  return insertAudit(
    tx,
    changes.map((change) => ({ ...change, actor })),
  );
}

/** Returns the details of an audit log entry: the previous and the new values of the changed members. */
export function valuesChanged<T extends object>(
  before: T,
  changes: Partial<T>,
): { from: Partial<T>; to: Partial<T> } {
  const names = keysOf(changes);
  const from = Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<T>;
  return { from, to: changes };
}

/** Returns who made a change: the person, with the client and network address of the call. */
export const actorOf = (
  { clientName, remoteAddress = '' }: Call,
  userId: UserId | undefined,
): AuditActor => ({
  userId,
  client: clientName,
  address: remoteAddress,
});
