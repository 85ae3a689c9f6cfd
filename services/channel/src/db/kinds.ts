import { type Queryable, sql } from '@parley/db';
import type { ChannelId } from '@parley/rules';

/** Returns the IDs of channels that are of at least one of the kinds `public`, `web-public` and `archived`. */
export async function idsOfKinds(db: Queryable, kinds: readonly string[]): Promise<ChannelId[]> {
  const rows = await db.many<{ id: ChannelId }>(sql`
    select channel_id as id from channels
     where ('public' = any(${kinds}::text[]) and not is_private)
        or ('web-public' = any(${kinds}::text[]) and is_web_public)
        or ('archived' = any(${kinds}::text[]) and archived_at is not null)`);
  return rows.map(({ id }) => id);
}
