import { type Db, sql } from '@parley/db';

/** The secret part of the address for mail to a channel from this sender; `fresh` when there was none. */
export async function emailToken(
  db: Db,
  channelId: number,
  senderId: number,
  fresh: string,
): Promise<string> {
  const { token } = await db.one<{ token: string }>(sql`
    insert into channel_email_addresses as a (channel_id, sender_id, token)
    values (${channelId}, ${senderId}, ${fresh})
    on conflict (channel_id, sender_id) do update set token = a.token
    returning token`);
  return token;
}
