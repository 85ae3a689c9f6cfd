import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';

/** A channel's mail address: the person who requested it, and the sender of its messages. */
export type ChannelAddressRow = { channelId: ChannelId; creatorId: UserId; senderId: UserId };

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

/** Returns the channel, requester and sender of the address with a token; undefined for an unknown token. */
export function findChannelAddress(db: Queryable, token: string): Promise<ChannelAddressRow | undefined> {
  return db.maybeOne<ChannelAddressRow>(sql`
    select channel_id as "channelId", creator_id as "creatorId", sender_id as "senderId"
      from channel_addresses where token = ${token}`);
}

/** Made until a time by a person or bot, or with this person or bot as the sender. */
export async function removeAddressesOf(tx: Tx, userId: UserId, until: Date): Promise<void> {
  await tx.execute(
    sql`delete from channel_addresses where ${userId} in (sender_id, creator_id) and created_at <= ${until}`,
  );
}
