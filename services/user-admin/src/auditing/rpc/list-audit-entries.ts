import type { AuditEntry } from '@parley/api';
import { jsonBytes } from '@parley/core';
import type { ListAuditEntriesRequest, ListAuditEntriesResponse } from '@parley/proto/useradmin/v1/audit';
import { isOfOperator } from '@parley/rpc';
import { listAudit } from '../../kernel/db/audit.ts';
import { requireOwner } from '../../kernel/domain/authority.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';

const maxEntries = 1_000;

/**
 * Returns the selected entries of the audit log, newest first. Only owners and operators may call it.
 * @throws UNAUTHORIZED_PRINCIPAL for a person who is not an owner
 */
export async function listAuditEntries(
  _ctx: Ctx,
  { limit, ...selection }: ListAuditEntriesRequest,
  scope: DbScope,
): Promise<ListAuditEntriesResponse> {
  if (!isOfOperator(scope.call)) requireOwner(await scope.caller());
  const entries = await listAudit(scope, {
    ...selection,
    limit: Math.min(Math.max(limit, 1), maxEntries),
  });
  const shown = entries.map(
    (entry): AuditEntry => ({
      id: entry.entryId,
      timestamp: entry.happenedAt,
      actor_id: entry.actorId,
      action: entry.action,
      user_id: entry.userId,
      details: entry.details,
      client: entry.client,
      address: entry.address,
    }),
  );
  return { entriesJson: jsonBytes(shown) };
}
