import type { Tx } from '@parley/db';
import type { Call } from '@parley/rpc';
import { type AuditChange, insertAudit } from './db/audit.ts';

/** Records what a call changed, in the transaction that changes it. */
export function audit(tx: Tx, call: Call, ...changes: readonly AuditChange[]): Promise<void> {
  const { principal, clientName, remoteAddress = '' } = call;
  return insertAudit(tx, { userId: principal?.userId, client: clientName, address: remoteAddress }, changes);
}
