import type { VerifyAuditLogRequest, VerifyAuditLogResponse } from '@parley/proto/useradmin/v1/audit';
import { requireOperator } from '@parley/rpc';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { countUnchained, listChained, readChain } from '../db/chain.ts';
import { type ChainPosition, faultOf } from '../domain/chain.ts';

const maxEntries = 2_000;
const maxCounted = 10_000;

/**
 * Verifies a part of the audit log's hash chain: each entry contains the hash of the previous one, and the last one is the
 * stored head. The caller repeats the call with the returned position and hash until the answer is complete or reports a fault.
 * Only operators may call it.
 */
export async function verifyAuditLog(
  _ctx: Ctx,
  request: VerifyAuditLogRequest,
  scope: DbScope,
): Promise<VerifyAuditLogResponse> {
  requireOperator(scope.call);
  const { value } = await scope.snapshot((tx) => verifyNext(tx, request));
  return value;
}

async function verifyNext(
  tx: TxScope,
  { afterPosition, hash, expectedPosition, expectedHash }: VerifyAuditLogRequest,
): Promise<VerifyAuditLogResponse> {
  const { head, deleted } = await readChain(tx);
  // Retention may have deleted the entry at `afterPosition` since the previous call. Then verification continues after the
  // deleted entries.
  let before: ChainPosition = afterPosition > deleted.position ? { position: afterPosition, hash } : deleted;
  const firstPosition = deleted.position + 1;
  const answer = (isComplete: boolean, fault = '', unchained = 0): VerifyAuditLogResponse => ({
    position: before.position,
    hash: before.hash,
    firstPosition,
    isComplete,
    fault,
    unchained,
  });
  if (expectedPosition > 0 && expectedPosition < deleted.position) {
    return answer(false, `entry ${expectedPosition} was expected, but is older than the retention`);
  }
  if (expectedPosition > 0 && expectedPosition === deleted.position && expectedHash !== deleted.hash) {
    return answer(false, `entry ${expectedPosition} was not the one that was expected`);
  }
  const entries = await listChained(tx, before.position, maxEntries);
  for (const entry of entries) {
    const fault = faultOf(entry, before);
    if (fault !== undefined) return answer(false, fault);
    if (entry.position === expectedPosition && entry.hash !== expectedHash) {
      return answer(false, `entry ${entry.position} is not the one that was expected`);
    }
    before = entry;
  }
  if (entries.length === maxEntries) return answer(false);
  if (before.position !== head.position || before.hash !== head.hash) {
    return answer(false, `the newest entries, up to entry ${head.position}, are missing or were changed`);
  }
  if (expectedPosition > head.position) return answer(false, `entry ${expectedPosition} is missing`);
  return answer(true, '', await countUnchained(tx, maxCounted));
}
