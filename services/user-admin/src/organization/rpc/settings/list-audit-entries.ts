import { jsonBytes } from '@parley/core';
import type { ListAuditEntriesRequest, ListAuditEntriesResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import { listAudit } from '../../../kernel/db/audit.ts';
import { requireOwner } from '../../../kernel/domain/authority.ts';
import type { Ctx } from '../../context.ts';

const maxEntries = 1_000;

/** Who changed what, when, from where; for owners, and for operators. @throws UNAUTHORIZED */
export async function listAuditEntries(
  ctx: Ctx,
  { beforeEntryId, limit, userId }: ListAuditEntriesRequest,
  call: Call,
): Promise<ListAuditEntriesResponse> {
  if (call.principal) requireOwner(await requireCaller(ctx.db, call));
  const entries = await listAudit(ctx.db, {
    beforeEntryId,
    userId,
    limit: Math.min(Math.max(limit, 1), maxEntries),
  });
  const shown = entries.map((entry) => ({
    id: entry.entryId,
    timestamp: entry.happenedAt,
    actor_id: entry.actorId,
    action: entry.action,
    user_id: entry.userId,
    details: entry.details,
    client: entry.client,
    address: entry.address,
  }));
  return { entriesJson: jsonBytes(shown) };
}
