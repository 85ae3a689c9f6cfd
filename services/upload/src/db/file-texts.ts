import { anyOf, type Db, type Queryable, sql, type Tx } from '@parley/db';
import { type FileText, textVersion } from '@parley/file-text';
import type { MessageId } from '@parley/rules';
import { isPath } from './attachments.ts';

/** A file whose text is read. */
export type UnreadFile = {
  attachmentId: number;
  fileName: string;
  contentType: string;
  contentId: string;
  sizeBytes: number;
};

/** Number of files that are claimed together at most, and their size; a larger one is claimed with small ones only. */
export const claimedFiles = 32;
const smallBytes = 32 * 1024;

/**
 * Claims files whose texts have been due for longest, the newest of several, and returns the newest first: a file of any size, and small
 * ones that come after it. There are none when none is due. Other replicas skip them for `forMs` milliseconds. Then they are due again.
 * Files without a harmless result of their virus scan wait. Without `imported`, only files that people have uploaded are claimed.
 */
export async function takeUnreadFiles(db: Db, forMs: number, imported = true): Promise<UnreadFile[]> {
  const due = imported ? sql`now()` : sql`'-infinity'`;
  const rows = await db.many<UnreadFile>(sql`
    update attachments a set text_due_at = now() + make_interval(secs => ${forMs}::float8 / 1000)
     where a.attachment_id = ${anyOf(sql`
       select attachment_id from (
         select attachment_id, size_bytes, row_number() over (order by text_due_at, attachment_id desc) as place from (
           select attachment_id, size_bytes, text_due_at from attachments
            where text_due_at is not null and text_due_at <= ${due} and scan_state = 'clean' and coalesce(content_id, '') <> ''
            order by text_due_at, attachment_id desc limit ${claimedFiles} for update skip locked) due) placed
        where place = 1 or size_bytes <= ${smallBytes}`)}
    returning a.attachment_id as "attachmentId", a.file_name as "fileName", a.content_type as "contentType",
              a.content_id as "contentId", a.size_bytes as "sizeBytes"`);
  return rows.toSorted((one, other) => other.attachmentId - one.attachmentId);
}

/** Makes claimed files due again. */
export async function returnUnreadFiles(db: Queryable, attachmentIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    update attachments set text_due_at = '-infinity'
     where attachment_id = any(${attachmentIds}::int8[]) and text_due_at is not null`);
}

/** Number of files that become due at once because the analysis of texts has changed. */
const renewedFiles = 500;

/**
 * Makes files due whose words are of an earlier analysis, the newest first. Until they are read again, they are found by these words.
 * Returns whether there are any.
 */
export async function renewTexts(db: Queryable): Promise<boolean> {
  const renewed = await db.execute(sql`
    update attachments set text_due_at = now()
     where text_due_at is null and attachment_id = ${anyOf(sql`
       select t.attachment_id from file_texts t join attachments a using (attachment_id)
        where t.version < ${textVersion} and t.status = 'text' and a.text_due_at is null and a.scan_state = 'clean'
        order by t.version, t.attachment_id desc limit ${renewedFiles}`)}`);
  return renewed > 0;
}

/** Stores texts of files. Those that were deleted have none. A text that was read stays if the file cannot be read again. */
export async function storeFileTexts(
  tx: Tx,
  texts: readonly ({ attachmentId: number } & Pick<FileText, 'status' | 'text' | 'words'>)[],
): Promise<void> {
  const ids = texts.map(({ attachmentId }) => attachmentId);
  const isReadBefore = sql`file_texts.status = 'text' and excluded.status <> 'text'`;
  const there = await tx.many<{ id: number }>(sql`
    update attachments set text_due_at = null where attachment_id = any(${ids}::int8[]) returning attachment_id as id`);
  if (there.length === 0) return;
  await tx.execute(sql`
    insert into file_texts (attachment_id, status, text, words, version)
    select attachment_id, status, text, words::tsvector, ${textVersion}
      from unnest(${ids}::int8[], ${texts.map(({ status }) => status)}::text[], ${texts.map(({ text }) => text)}::text[],
        ${texts.map(({ words }) => words)}::text[]) as g (attachment_id, status, text, words)
     where attachment_id = any(${there.map(({ id }) => id)}::int8[])
    on conflict (attachment_id) do update set version = excluded.version,
      status = case when ${isReadBefore} then file_texts.status else excluded.status end,
      text = case when ${isReadBefore} then file_texts.text else excluded.text end,
      words = case when ${isReadBefore} then file_texts.words else excluded.words end`);
}

/** A file whose name and text fit a search. */
export type FoundText = { pathId: string; fileName: string; text: string; messageIds: MessageId[] };

/** Maximum number of messages that are listed for one file. */
const maxMessages = 25;
/** Number of UTF-16 code units, at most, in which a line of context is looked for. */
const maxContext = 200_000;

/** Returns files whose words fit, with the newest message below an ID that links each, the newest first. */
export function findTexts(
  db: Queryable,
  tsquery: string,
  { before, limit }: { before: number; limit: number },
): Promise<FoundText[]> {
  return db.many<FoundText>(sql`
    select a.path_id as "pathId", a.file_name as "fileName", left(t.text, ${maxContext}) as text,
           array(select m.message_id from attachment_messages m
                  where m.attachment_id = a.attachment_id and m.message_id < ${before}
                  order by m.message_id desc limit ${maxMessages}) as "messageIds"
      from (
        select t.attachment_id, max(m.message_id) as newest
          from file_texts t
          join attachments a using (attachment_id)
          join attachment_messages m using (attachment_id)
         where t.words @@ ${tsquery}::tsquery and a.scan_state = 'clean' and a.unlinked_since is null
           and m.message_id < ${before}
         group by t.attachment_id
         order by newest desc, t.attachment_id desc limit ${limit}) f
      join attachments a using (attachment_id)
      join file_texts t using (attachment_id)
     order by f.newest desc, a.attachment_id desc`);
}

/** Returns whether the texts of files were read, or why not, by path. */
export async function textStatuses(
  db: Queryable,
  pathIds: readonly string[],
): Promise<Record<string, string>> {
  const rows = await db.many<{ pathId: string; status: string }>(sql`
    select a.path_id as "pathId", coalesce(t.status, 'pending') as status
      from attachments a left join file_texts t using (attachment_id) where a.path_id = any(${pathIds.filter(isPath)}::text[])`);
  return Object.fromEntries(rows.map(({ pathId, status }) => [pathId, status]));
}
