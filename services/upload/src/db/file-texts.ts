import { anyOf, type Db, type Queryable, sql, type Tx } from '@parley/db';
import type { FileText } from '@parley/file-text';

/** A file whose text is read. */
export type UnreadFile = {
  attachmentId: number;
  fileName: string;
  contentType: string;
  contentId: string;
  sizeBytes: number;
};

/**
 * Claims the file whose text has been due for longest, the newest of several, and returns it; undefined when none is due. Other
 * replicas skip the file for `forMs` milliseconds. Then it is due again. Files without a harmless result of their virus scan wait.
 */
export function takeUnreadFile(db: Db, forMs: number): Promise<UnreadFile | undefined> {
  return db.maybeOne<UnreadFile>(sql`
    update attachments a set text_due_at = now() + make_interval(secs => ${forMs}::float8 / 1000)
     where a.attachment_id = ${anyOf(sql`
       select attachment_id from attachments
        where text_due_at is not null and text_due_at <= now() and scan_state = 'clean' and coalesce(content_id, '') <> ''
        order by text_due_at, attachment_id desc limit 1 for update skip locked`)}
    returning a.attachment_id as "attachmentId", a.file_name as "fileName", a.content_type as "contentType",
              a.content_id as "contentId", a.size_bytes as "sizeBytes"`);
}

/** Stores the text of a file. Does nothing when the file was deleted. */
export async function storeFileText(
  tx: Tx,
  attachmentId: number,
  { status, text, words }: Pick<FileText, 'status' | 'text' | 'words'>,
): Promise<void> {
  const exists = await tx.execute(sql`
    update attachments set text_due_at = null where attachment_id = ${attachmentId}`);
  if (exists === 0) return;
  await tx.execute(sql`
    insert into file_texts (attachment_id, status, text, words)
    values (${attachmentId}, ${status}, ${text}, ${words}::tsvector)
    on conflict (attachment_id) do update set status = excluded.status, text = excluded.text, words = excluded.words`);
}

/** A file whose name and text fit a search. */
export type FoundText = { pathId: string; fileName: string; text: string; messageIds: number[] };

/** Maximum number of messages that are listed for one file. */
const maxMessages = 25;
/** Number of UTF-16 code units, at most, in which a line of context is looked for. */
const maxContext = 200_000;

/**
 * Returns files whose words fit a `tsquery` and that messages below an ID link, those with the newest such messages first, each with
 * the newest of these messages.
 */
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
      from attachments a left join file_texts t using (attachment_id) where a.path_id = any(${pathIds}::text[])`);
  return Object.fromEntries(rows.map(({ pathId, status }) => [pathId, status]));
}
