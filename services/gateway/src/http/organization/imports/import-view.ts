import type { ImportedOrganization } from '@parley/api';
import type { Import } from '@parley/proto/importing/v1/importing';

/** Returns an import in the form of the API. */
export const presentImport = (found: Import): ImportedOrganization => ({
  id: found.importId,
  state: found.state as ImportedOrganization['state'],
  phase: found.phase,
  done: found.done,
  total: found.total,
  archive: found.archiveName,
  archive_path: found.archivePath,
  source: found.source,
  dry_run: found.dryRun,
  merge_people: found.mergePeople ?? null,
  acting_user_id: found.requestedBy === 0 ? null : found.requestedBy,
  start_time: found.startedAt === 0 ? null : found.startedAt,
  end_time: found.endedAt === 0 ? null : found.endedAt,
  error: found.error,
  report: found.reportJson.length === 0 ? null : JSON.parse(found.reportJson.toString()),
});
