import type { getPersonExportsAnswer } from '@parley/api/operations';
import type { PersonExport } from '@parley/proto/useradmin/v1/person_exports';
import type { z } from 'zod';

/** Returns exports of people's data as the API shows them. */
export const presentPersonExports = (
  exports: readonly PersonExport[],
): z.infer<typeof getPersonExportsAnswer>['exports'] =>
  exports.map((row) => ({
    id: row.exportId,
    user_id: row.userId,
    acting_user_id: row.actingUserId ?? null,
    includes_private: row.includesPrivate,
    requested_at: row.requestedAt,
    finished_at: row.finishedAt ?? null,
    failed_at: row.failedAt ?? null,
    deleted_at: row.deletedAt ?? null,
    pending: row.isPending,
    export_url: row.url ?? null,
    counts: row.counts,
  }));
