import { type Queryable, sql } from '@parley/db';

/** A person's files at most in one list. */
const maxListed = 50_000;

/** JSON array text of a person's files in the API's form (contract, Attachment), oldest first. Times are in ms. */
export async function attachmentsJsonOf(db: Queryable, ownerId: number): Promise<string> {
  const { json } = await db.one<{ json: string }>(sql`
    select coalesce(json_agg(a.attachment order by a.attachment_id), '[]')::text as json from (
      select a.attachment_id, json_build_object(
               'id', a.attachment_id, 'name', a.file_name, 'path_id', a.path_id, 'size', a.size_bytes,
               'create_time', (extract(epoch from a.created_at) * 1000)::int8,
               'messages', coalesce(m.messages, '[]')) as attachment
        from attachments a
        left join lateral (
          select json_agg(json_build_object(
                   'id', message_id, 'date_sent', (extract(epoch from sent_at) * 1000)::int8)
                   order by message_id) as messages
            from attachment_messages where attachment_id = a.attachment_id) m on true
       where a.owner_id = ${ownerId}
       order by a.attachment_id limit ${maxListed}) a`);
  return json;
}

/** Bytes stored in the organization. */
export async function usedBytes(db: Queryable): Promise<number> {
  return (await db.one<{ used: number }>(sql`select used_bytes as used from storage_usage`)).used;
}
