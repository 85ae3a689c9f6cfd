import type { Import } from '@parley/proto/importing/v1/importing';
import type { ImportRow } from './db/imports.ts';

/** Returns an import in the form of the calls. */
export const importOf = (row: ImportRow): Import => ({
  importId: row.importId,
  state: row.state,
  phase: row.phase,
  done: row.done,
  total: row.total,
  reportJson: row.report === null ? Buffer.alloc(0) : Buffer.from(JSON.stringify(row.report)),
  error: row.error,
  archiveName: row.archiveName,
  archivePath: row.archivePath,
  source: row.source,
  dryRun: row.options.dryRun,
  mergePeople: row.options.mergePeople,
  startedAt: row.startedAt ?? 0,
  endedAt: row.endedAt ?? 0,
  requestedBy: row.requestedBy,
});
