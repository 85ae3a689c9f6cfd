import { z } from 'zod';

const count = z.strictObject({
  read: z.int(),
  imported: z.int(),
  merged: z.int(),
  left_out: z.int(),
});

/** The report of an import of an archive (docs/operations/moving-in.md#the-report). */
export const importReportSchema = z
  .strictObject({
    import_id: z.int(),
    state: z.string(),
    dry_run: z.boolean(),
    source: z.string(),
    archive: z.string(),
    counts: z.strictObject({
      people: count,
      /** The bots among the people. */
      bots: count,
      groups: count,
      channels: count,
      direct_conversations: count,
      topics: count,
      messages: count,
      reactions: count,
      /** Messages that are pinned to their channels. */
      pins: count,
      files: count,
      emoji: count,
    }),
    /** What an administrator should know: each kind once, with an example. */
    findings: z.array(
      z.strictObject({ kind: z.string(), where: z.string(), count: z.int(), example: z.string() }),
    ),
  })
  .meta({ id: 'ImportReport' });

/** An import of an archive of another server. */
export const importSchema = z
  .strictObject({
    id: z.int(),
    state: z.enum(['waiting', 'running', 'stopped', 'done', 'refused', 'undoing', 'undone']),
    /** Kind of the records that are handled now. */
    phase: z.string(),
    /** Bytes that were read, and those of the archive; 0 while unknown. */
    done: z.int(),
    total: z.int(),
    /** Name of the archive. */
    archive: z.string(),
    /** Where it lies: the address of an upload, or a path on the server. `POST /imports` with it continues the import. */
    archive_path: z.string(),
    source: z.string(),
    dry_run: z.boolean(),
    /** As in `POST /imports`, which continues the import only with the same value. Null for the default. */
    merge_people: z.boolean().nullable(),
    /** Null for an operator. */
    acting_user_id: z.int().nullable(),
    start_time: z.int().nullable(),
    end_time: z.int().nullable(),
    /** Why it was refused or has stopped. */
    error: z.string(),
    report: importReportSchema.nullable(),
  })
  .meta({ id: 'Import' });
export type ImportedOrganization = z.infer<typeof importSchema>;
