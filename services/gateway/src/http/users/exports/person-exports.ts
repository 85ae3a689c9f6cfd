import { credential } from '@parley/api';
import { required } from '@parley/core';
import type { PersonExport } from '@parley/proto/useradmin/v1/person_exports';
import { handOutIf, type Receiver } from '@parley/rules';
import { z } from 'zod';

/** The answer of an operation that lists exports of people's data. */
export const personExportsSchema = z.strictObject({
  exports: z.array(
    z.strictObject({
      id: z.int(),
      user_id: z.int(),
      /** User who requested the export; null when an operator of the server did. */
      acting_user_id: z.int().nullable(),
      /** Whether direct messages, private channels and personal lists are included. */
      includes_private: z.boolean(),
      requested_at: z.int(),
      /** Unix time in seconds; null until the archive is complete. */
      finished_at: z.int().nullable(),
      failed_at: z.int().nullable(),
      /** Unix time in seconds at which the archive was deleted; null before that. */
      deleted_at: z.int().nullable(),
      pending: z.boolean(),
      /** URL that opens the archive for one day. Null when there is no archive, and for callers and API keys that may not open it. */
      export_url: credential('export archive').nullable(),
      /** Numbers of exported objects, by kind. */
      counts: z.record(z.string(), z.int()),
    }),
  ),
});

/** Converts exports of people's data to the form of the API. */
export const presentPersonExports = (
  exports: readonly PersonExport[],
  receiver: Receiver,
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
    export_url:
      handOutIf('export archive', row.url !== undefined, receiver, () =>
        required(row.url, 'address of an archive'),
      ) ?? null,
    counts: row.counts,
  }));
