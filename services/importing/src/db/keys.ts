import { type Queryable, sql } from '@parley/db';
import type { MessageId } from '@parley/rules';

/** Stores where files lie now. */
export async function putFiles(
  db: Queryable,
  source: string,
  importId: number,
  files: readonly { key: string; url: string }[],
): Promise<void> {
  if (files.length === 0) return;
  await db.execute(sql`
    insert into imported_files (source, source_key, url, import_id)
    select distinct on (key) ${source}::text, key, url, ${importId}::int8
      from unnest(${files.map(({ key }) => key)}::text[], ${files.map(({ url }) => url)}::text[]) as g (key, url)
    on conflict (source, source_key) do update set url = excluded.url`);
}

/** Returns where files lie now, by key. */
export async function findFiles(
  db: Queryable,
  source: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db.many<{ key: string; url: string }>(sql`
    select source_key as key, url from imported_files
     where source = ${source} and source_key = any(${keys}::text[])`);
  return new Map(rows.map(({ key, url }) => [key, url]));
}

/** Stores the new IDs of messages by their old ones. */
export async function putMessageIds(
  db: Queryable,
  source: string,
  importId: number,
  ids: readonly { oldId: string; messageId: MessageId }[],
): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    insert into imported_messages (old_id, source, message_id, import_id)
    select old_id, ${source}::text, message_id, ${importId}::int8
      from unnest(${ids.map(({ oldId }) => oldId)}::text[], ${ids.map(({ messageId }) => messageId)}::int8[])
        as g (old_id, message_id)
    on conflict do nothing`);
}

/** Returns the new ID of a message by an old one, of the latest import. Without a kind of source, any source counts. */
export async function findMessageId(
  db: Queryable,
  { oldId, from }: { oldId: string; from: string | undefined },
): Promise<number | undefined> {
  const row = await db.maybeOne<{ id: number }>(sql`
    select message_id as id from imported_messages
     where old_id = ${oldId} and (${from ?? null}::text is null or starts_with(source, ${`${from}:`}))
     order by import_id desc limit 1`);
  return row?.id;
}

/** Returns the new IDs of messages of a source by old ones. */
export async function findMessageIds(
  db: Queryable,
  source: string,
  oldIds: readonly string[],
): Promise<Map<string, number>> {
  if (oldIds.length === 0) return new Map();
  const rows = await db.many<{ oldId: string; id: number }>(sql`
    select old_id as "oldId", message_id as id from imported_messages
     where source = ${source} and old_id = any(${oldIds}::text[])`);
  return new Map(rows.map(({ oldId, id }) => [oldId, id]));
}

/** Stores texts that are to be written again at the end. */
export async function putPendingTexts(
  db: Queryable,
  importId: number,
  texts: readonly { messageId: MessageId; content: unknown }[],
): Promise<void> {
  if (texts.length === 0) return;
  await db.execute(sql`
    insert into pending_texts (import_id, message_id, content)
    select ${importId}::int8, g."messageId", g.content
      from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as g ("messageId" bigint, content jsonb)
    on conflict do nothing`);
}

/** Returns texts that are to be written again, above an ID. */
export const pendingTexts = (
  db: Queryable,
  importId: number,
  afterId: number,
  limit: number,
): Promise<{ messageId: MessageId; content: unknown }[]> =>
  db.many(sql`
    select message_id as "messageId", content from pending_texts
     where import_id = ${importId} and message_id > ${afterId} order by message_id limit ${limit}`);

/** Forgets the texts that were written again. */
export async function forgetPendingTexts(db: Queryable, importId: number): Promise<void> {
  await db.execute(sql`delete from pending_texts where import_id = ${importId}`);
}

/** Forgets everything about an import but that it was. */
export async function forgetKeys(db: Queryable, importId: number): Promise<void> {
  await db.execute(sql`delete from imported_files where import_id = ${importId}`);
  await db.execute(sql`delete from imported_messages where import_id = ${importId}`);
  await db.execute(sql`delete from pending_texts where import_id = ${importId}`);
}
