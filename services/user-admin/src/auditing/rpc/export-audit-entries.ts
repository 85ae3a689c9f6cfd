import type { ExportAuditEntriesRequest, ExportAuditEntriesResponse } from '@parley/proto/useradmin/v1/audit';
import { requireOperator } from '@parley/rpc';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { listChained } from '../db/chain.ts';

const maxEntries = 1_000;

/** Returns entries of the hash chain as JSON lines, oldest first. Only operators may call it. */
export async function exportAuditEntries(
  _ctx: Ctx,
  { afterPosition }: ExportAuditEntriesRequest,
  scope: DbScope,
): Promise<ExportAuditEntriesResponse> {
  requireOperator(scope.call);
  const entries = await listChained(scope, afterPosition, maxEntries);
  return {
    lines: entries.map((entry) => JSON.stringify(entry)),
    lastPosition: entries.at(-1)?.position ?? afterPosition,
  };
}
