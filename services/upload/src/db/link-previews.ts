import { anyOf, type Queryable, sql } from '@parley/db';

export type LinkPreviewRow = { title: string; description: string; pictureUrl: string };

/** Undefined when there is none or it has expired. @param key SHA-256 of the page's URL */
export function findLinkPreview(db: Queryable, key: string, now: Date): Promise<LinkPreviewRow | undefined> {
  return db.maybeOne<LinkPreviewRow>(sql`
    select title, description, picture_url as "pictureUrl" from link_previews
     where url_sha256 = ${key} and expires_at > ${now}`);
}

export async function storeLinkPreview(
  db: Queryable,
  key: string,
  { title, description, pictureUrl }: LinkPreviewRow,
  expiresAt: Date,
): Promise<void> {
  await db.execute(sql`
    insert into link_previews (url_sha256, title, description, picture_url, expires_at)
    values (${key}, ${title}, ${description}, ${pictureUrl}, ${expiresAt})
    on conflict (url_sha256) do update
      set title = excluded.title, description = excluded.description, picture_url = excluded.picture_url,
          expires_at = excluded.expires_at`);
}

/** And beyond `maxRows` those that expire first, at most `limit` each. Returns their number. */
export function deleteOldLinkPreviews(
  db: Queryable,
  now: Date,
  maxRows: number,
  limit: number,
): Promise<number> {
  return db.execute(sql`
    delete from link_previews where url_sha256 = ${anyOf(sql`
      (select url_sha256 from link_previews where expires_at <= ${now} limit ${limit})
      union all
      (select url_sha256 from link_previews order by expires_at desc offset ${maxRows} limit ${limit})`)}`);
}
