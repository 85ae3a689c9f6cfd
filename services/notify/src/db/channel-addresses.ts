import { type Queryable, sql } from '@parley/db';

/** A channel's mail address: who asked for it, and who sends its messages. */
export type ChannelAddressRow = { channelId: number; creatorId: number; senderId: number };

/** Returns the token of the address, and stores the given one when there is none yet. */
export async function keepChannelAddress(
  db: Queryable,
  { channelId, creatorId, senderId }: ChannelAddressRow,
  newToken: string,
): Promise<string> {
  // The update changes nothing; it makes the statement return the stored row.
  const { token } = await db.one<{ token: string }>(sql`
    insert into channel_addresses (token, channel_id, creator_id, sender_id)
    values (${newToken}, ${channelId}, ${creatorId}, ${senderId})
    on conflict (channel_id, creator_id, sender_id) do update set channel_id = excluded.channel_id
    returning token`);
  return token;
}

/** Returns what the address with a token stands for. */
export function findChannelAddress(db: Queryable, token: string): Promise<ChannelAddressRow | undefined> {
  return db.maybeOne<ChannelAddressRow>(sql`
    select channel_id as "channelId", creator_id as "creatorId", sender_id as "senderId"
      from channel_addresses where token = ${token}`);
}
