import type { PersonExport } from '@parley/proto/useradmin/v1/person_exports';
import { z } from 'zod';

/** The answer of an operation that lists exports of people's data. */
export const personExportsSchema = z.strictObject({
  exports: z.array(
    z.strictObject({
      id: z.int(),
      user_id: z.int(),
      /** Null for an operator. */
      acting_user_id: z.int().nullable(),
      /** Whether direct messages, private channels and personal lists are included. */
      includes_private: z.boolean(),
      requested_at: z.int(),
      /** Null until the archive is complete. */
      finished_at: z.int().nullable(),
      failed_at: z.int().nullable(),
      /** When the archive was deleted. */
      deleted_at: z.int().nullable(),
      pending: z.boolean(),
      /** Opens the archive for a day. Null without an archive, and for callers who may not open it. */
      export_url: z.string().nullable(),
      /** Numbers of exported things by kind. */
      counts: z.record(z.string(), z.int()),
    }),
  ),
});

/** Returns exports of people's data as the API shows them. */
export const presentPersonExports = (
  exports: readonly PersonExport[],
): z.infer<typeof personExportsSchema>['exports'] =>
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
