import { type Db, sql } from '@parley/db';

/** Returns the token of a channel's email address for a sender; stores `newToken` when there is none. */
export async function emailToken(
  db: Db,
  channelId: number,
  senderId: number,
  newToken: string,
): Promise<string> {
  const { token } = await db.one<{ token: string }>(sql`
    insert into channel_email_addresses as a (channel_id, sender_id, token)
    values (${channelId}, ${senderId}, ${newToken})
    on conflict (channel_id, sender_id) do update set token = a.token
    returning token`);
  return token;
}
