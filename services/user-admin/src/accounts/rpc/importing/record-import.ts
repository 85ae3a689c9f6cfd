import type { RecordImportRequest, RecordImportResponse } from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import { audit, auditAs } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { noteImportStep } from '../../db/imports.ts';

/** The steps of an import with their entries in the audit log. */
const entries: Readonly<Record<string, { action: string }>> = {
  started: { action: 'import.started' },
  ended: { action: 'import.ended' },
  undone: { action: 'import.undone' },
};

/** Records a step of an import in the audit log. A repeated call writes nothing. */
export async function recordImport(
  _ctx: Ctx,
  { importId, step, archiveName, requestedBy }: RecordImportRequest,
  scope: DbScope,
): Promise<RecordImportResponse> {
  requireOperator(scope.call);
  const recorded = entries[step];
  if (!recorded) throw new Error(`There is no step ${step} of an import.`);
  const entry = { ...recorded, details: { importId, archiveName } };
  await scope.write(async (tx) => {
    if (!(await noteImportStep(tx, importId, step))) return;
    if (requestedBy === 0) await audit(tx, entry);
    else await auditAs(tx, requestedBy, entry);
  });
  return {};
}
