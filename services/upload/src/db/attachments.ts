import { type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';
import type { Scan } from './scans.ts';

const maxListed = 50_000;
/** Maximum number of messages that are listed for one file, because events have a maximum size. The newest are listed. */
const maxMessagesListed = 5_000;

/** An uploaded file, to which messages can link. */
export type AttachmentRow = {
  attachmentId: number;
  ownerId: UserId;
  fileName: string;
  pathId: string;
  contentType: string;
  sizeBytes: number;
  contentId: string;
  createdAt: Date;
  /** Width in pixels; null for files that have no thumbnails. */
  width: number | null;
  height: number | null;
  scanState: Scan['state'];
  scanFinding: string;
};

const columns = sql`a.attachment_id as "attachmentId", a.owner_id as "ownerId", a.file_name as "fileName",
  a.path_id as "pathId", a.content_type as "contentType", a.size_bytes as "sizeBytes",
  a.content_id as "contentId", a.created_at as "createdAt", a.width, a.height,
  a.scan_state as "scanState", a.scan_finding as "scanFinding"`;

/**
 * SQL expression for a file `a` in the form of the API (docs/api/uploads.md#attachments), with times in seconds. Needs a join `l`
 * with the columns `message_ids` and `messages`, such as `linked`. Clients of level 471 and older read `messages`. The API has no field for the result of the virus scan, so the name of a
 * harmful file contains it.
 */
const attachmentJson = sql`json_build_object(
  'id', a.attachment_id,
  'name', case a.scan_state when 'quarantined' then '[quarantined] ' else '' end || a.file_name, 'path_id', a.path_id, 'size', a.size_bytes,
  'create_time', floor(extract(epoch from a.created_at))::int8,
  'message_ids', coalesce(l.message_ids, '[]'),
  'messages', coalesce(l.messages, '[]'))`;

const linked = sql`left join lateral (
  select json_agg(n.message_id order by n.message_id) as message_ids,
         json_agg(json_build_object('id', n.message_id, 'date_sent', floor(extract(epoch from n.sent_at))::int8)
                  order by n.message_id) as messages
    from (select m.message_id, m.sent_at from attachment_messages m where m.attachment_id = a.attachment_id
           order by m.message_id desc limit ${maxMessagesListed}) n) l on true`;

/** A JSON array, the oldest first. Events lack `text_status`, because the text is read later. */
export async function attachmentsJsonOf(db: Queryable, ownerId: UserId): Promise<string> {
  const { json } = await db.one<{ json: string }>(sql`
    select coalesce(json_agg(f.attachment order by f.attachment_id), '[]')::text as json from (
      select a.attachment_id,
             ${attachmentJson}::jsonb || jsonb_build_object('text_status', coalesce(t.status, 'pending')) as attachment
        from attachments a left join file_texts t using (attachment_id) ${linked}
       where a.owner_id = ${ownerId}
       order by a.attachment_id limit ${maxListed}) f`);
  return json;
}

/** Returns those of a person's files to which no message links except `exceptMessageId`, as the text of a JSON array. */
export async function detachedJsonOf(
  db: Queryable,
  ownerId: UserId,
  pathIds: readonly string[],
  exceptMessageId: MessageId,
): Promise<string> {
  const { json } = await db.one<{ json: string }>(sql`
    select coalesce(json_agg(${attachmentJson} order by a.attachment_id), '[]')::text as json
      from attachments a cross join (select '[]'::json as message_ids, '[]'::json as messages) l
     where a.owner_id = ${ownerId} and a.path_id = any(${pathIds}::text[])
       and not exists (
         select 1 from attachment_messages m
          where m.attachment_id = a.attachment_id and m.message_id <> ${exceptMessageId})`);
  return json;
}

export async function attachmentJsonOf(db: Queryable, attachmentId: number): Promise<string> {
  const { json } = await db.one<{ json: string }>(sql`
    select ${attachmentJson}::text as json from attachments a ${linked} where a.attachment_id = ${attachmentId}`);
  return json;
}

export type Usage = { files: number; bytes: number };

/** Returns how much a person has stored. */
export const usageOf = (db: Queryable, ownerId: UserId): Promise<Usage> =>
  db.one<Usage>(sql`select count(*)::int8 as files, coalesce(sum(size_bytes), 0)::int8 as bytes
    from attachments where owner_id = ${ownerId}`);

export async function usedBytes(db: Queryable): Promise<number> {
  return (await db.one<{ used: number }>(sql`select used_bytes as used from storage_usage`)).used;
}

export async function insertAttachment(
  tx: Tx,
  file: Omit<AttachmentRow, 'attachmentId' | 'createdAt'>,
): Promise<AttachmentRow> {
  return await tx.one<AttachmentRow>(sql`
    insert into attachments as a
      (owner_id, file_name, path_id, content_type, size_bytes, content_id, width, height, scan_state, scan_finding)
    values (${file.ownerId}, ${file.fileName}, ${file.pathId}, ${file.contentType}, ${file.sizeBytes},
            ${file.contentId}, ${file.width}, ${file.height}, ${file.scanState}, ${file.scanFinding})
    returning ${columns}`);
}

const found = (db: Queryable, condition: Query) =>
  db.maybeOne<AttachmentRow>(
    sql`select ${columns} from attachments a where a.content_id is not null and ${condition}`,
  );

/** Returns whether a text can be a stored path. PostgreSQL texts cannot contain a null character. */
export const isPath = (pathId: string): boolean => !pathId.includes('\0');

export const attachmentByPath = async (db: Queryable, pathId: string): Promise<AttachmentRow | undefined> =>
  isPath(pathId) ? await found(db, sql`a.path_id = ${pathId}`) : undefined;
export const attachmentById = (db: Queryable, attachmentId: number) =>
  found(db, sql`a.attachment_id = ${attachmentId}`);

export function attachmentsByPaths(
  db: Queryable,
  pathIds: readonly string[],
  limit: number,
): Promise<AttachmentRow[]> {
  return db.many<AttachmentRow>(sql`
    select ${columns} from (select distinct path from unnest(${pathIds.filter(isPath)}::text[]) g (path)) p
     -- One by one: for the order and the limit, PostgreSQL would read all files by their IDs.
     cross join lateral (select * from attachments where path_id = p.path limit 1) a
     where a.content_id is not null
     order by a.attachment_id limit ${limit}`);
}

/** Returns a file and locks it until the transaction ends; undefined when it does not exist. */
export function lockAttachment(tx: Tx, attachmentId: number): Promise<AttachmentRow | undefined> {
  return tx.maybeOne<AttachmentRow>(
    sql`select ${columns} from attachments a where a.attachment_id = ${attachmentId} for update`,
  );
}

/** Locked until the transaction ends. With `onlyUnlinked`, only files to which no message links. */
export function lockFilesOf(
  tx: Tx,
  ownerId: UserId,
  { onlyUnlinked, limit }: { onlyUnlinked: boolean; limit: number },
): Promise<AttachmentRow[]> {
  const condition = onlyUnlinked ? sql`a.unlinked_since is not null` : sql`true`;
  return tx.many<AttachmentRow>(sql`
    select ${columns} from attachments a where a.owner_id = ${ownerId} and ${condition}
     order by a.attachment_id limit ${limit} for update of a`);
}

/** Deletes the row of a file. The caller marks the content for deletion separately. */
export async function deleteAttachmentRow(tx: Tx, attachmentId: number): Promise<void> {
  await tx.execute(sql`delete from attachments where attachment_id = ${attachmentId}`);
}

/** Returns the IDs of messages below `before` that link to a file, in descending order. */
export async function linkingMessages(
  db: Queryable,
  attachmentId: number,
  before: number,
  limit: number,
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select message_id as id from attachment_messages
     where attachment_id = ${attachmentId} and message_id < ${before}
     order by message_id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Stores that a message links to a file. Returns false when this was already stored. */
export async function insertLink(
  tx: Tx,
  attachmentId: number,
  message: { messageId: MessageId; sentAt: number },
): Promise<boolean> {
  const added = await tx.execute(sql`
    insert into attachment_messages (attachment_id, message_id, sent_at)
    values (${attachmentId}, ${message.messageId}, to_timestamp(${message.sentAt}))
    on conflict do nothing`);
  if (added === 0) return false;
  await tx.execute(sql`
    update attachments set unlinked_since = null
     where attachment_id = ${attachmentId} and unlinked_since is not null`);
  return true;
}

/** Returns files to which no message has linked since before a time, those without links for the longest time first. */
export function unlinkedFiles(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ attachmentId: number; pathId: string; unlinkedSince: Date }[]> {
  return db.many(sql`
    select attachment_id as "attachmentId", path_id as "pathId", unlinked_since as "unlinkedSince"
      from attachments where unlinked_since < ${before}
     order by unlinked_since, attachment_id limit ${limit}`);
}

/** Restarts the time for which unlinked files are kept, as if their last link had been removed at `since`. */
export async function keepUnlinked(tx: Tx, attachmentIds: readonly number[], since: Date): Promise<void> {
  await tx.execute(sql`
    update attachments set unlinked_since = ${since}
     where attachment_id = any(${attachmentIds}::int8[]) and unlinked_since is not null`);
}

/**
 * Moves the time of unlinked files from the millisecond of `at` to the millisecond before it. So these files can be told from
 * others that are unlinked since the same time. Files with other times do not change.
 */
export async function moveUnlinkedBefore(tx: Tx, attachmentIds: readonly number[], at: Date): Promise<void> {
  await tx.execute(sql`
    update attachments set unlinked_since = ${at}::timestamptz - interval '1 millisecond'
     where attachment_id = any(${attachmentIds}::int8[])
       and unlinked_since >= ${at} and unlinked_since < ${at}::timestamptz + interval '1 millisecond'`);
}

/** Locks a file. Returns whether no message has linked to it since before a time. */
export async function isUnlinkedSince(tx: Tx, attachmentId: number, before: Date): Promise<boolean> {
  const row = await tx.maybeOne<{ id: number }>(sql`
    select attachment_id as id from attachments
     where attachment_id = ${attachmentId} and unlinked_since < ${before} for update`);
  return row !== undefined;
}

/** Returns the IDs of files that at least one of the messages links to. */
export async function linkedBy(db: Queryable, messageIds: readonly MessageId[]): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select distinct attachment_id as id from attachment_messages
     where message_id = any(${messageIds}::int8[]) order by 1`);
  return rows.map(({ id }) => id);
}

/** Returns how many links it deleted, and whether other messages link to the file. */
export async function deleteLinks(
  tx: Tx,
  attachmentId: number,
  messageIds: readonly MessageId[],
): Promise<{ deleted: number; isLinked: boolean }> {
  const deleted = await tx.execute(sql`
    delete from attachment_messages
     where attachment_id = ${attachmentId} and message_id = any(${messageIds}::int8[])`);
  const { isLinked } = await tx.one<{ isLinked: boolean }>(sql`
    select exists (select 1 from attachment_messages where attachment_id = ${attachmentId}) as "isLinked"`);
  if (deleted > 0 && !isLinked) {
    await tx.execute(
      sql`update attachments set unlinked_since = now() where attachment_id = ${attachmentId}`,
    );
  }
  return { deleted, isLinked };
}
