import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { Period } from '../../domain/reading/visibility.ts';
import { multirange } from '../visible.ts';

/** A message that is pinned to its channel. Times are seconds since the Unix epoch. */
export type Pin = { messageId: MessageId; topic: string; userId: UserId | null; pinnedAt: number };

/**
 * Pins a message to its channel.
 * @returns the time of the pin in seconds; undefined when the message is pinned already
 */
export async function insertPin(
  tx: Tx,
  pin: { messageId: MessageId; channelId: ChannelId; userId: UserId },
): Promise<number | undefined> {
  const row = await tx.maybeOne<{ pinnedAt: number }>(sql`
    insert into pinned_messages (message_id, channel_id, user_id)
    values (${pin.messageId}, ${pin.channelId}, ${pin.userId}) on conflict (message_id) do nothing
    returning floor(extract(epoch from pinned_at))::int8 as "pinnedAt"`);
  return row?.pinnedAt;
}

/**
 * Pins imported messages, each channel's latest pins first, until the channel has `limit` pinned messages. Nobody is told. Pins whose
 * person is unknown have none.
 */
export async function insertImportedPins(
  tx: Tx,
  pins: readonly { messageId: MessageId; channelId: ChannelId; userId: UserId; pinnedAtMs: number }[],
  limit: number,
): Promise<void> {
  await tx.execute(sql`
    insert into pinned_messages (message_id, channel_id, user_id, pinned_at)
    select message_id, channel_id, nullif(user_id, 0), to_timestamp(at / 1000.0)
      from (select *, row_number() over (partition by channel_id order by at desc, message_id desc) as place
              from unnest(${pins.map(({ messageId }) => messageId)}::int8[],
                ${pins.map(({ channelId }) => channelId)}::int8[], ${pins.map(({ userId }) => userId)}::int8[],
                ${pins.map(({ pinnedAtMs }) => Math.floor(pinnedAtMs))}::int8[]) as g (message_id, channel_id, user_id, at)) g
     where place <= ${limit} - (select count(*) from pinned_messages p where p.channel_id = g.channel_id)
    on conflict do nothing`);
}

export async function pinnedAmong(db: Queryable, messageIds: readonly MessageId[]): Promise<Set<MessageId>> {
  const rows = await db.many<{ id: number }>(sql`
    select message_id as id from pinned_messages where message_id = any(${messageIds}::int8[])`);
  return new Set(rows.map(({ id }) => id));
}

export async function countPins(tx: Tx, channelId: ChannelId): Promise<number> {
  const row = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from pinned_messages where channel_id = ${channelId}`,
  );
  return row.count;
}

/** Unpins a message. @returns false when it was not pinned */
export async function deletePin(tx: Tx, messageId: MessageId): Promise<boolean> {
  return (await tx.execute(sql`delete from pinned_messages where message_id = ${messageId}`)) > 0;
}

/** Lets the pins of messages follow them to another channel. */
export async function movePins(
  tx: Tx,
  messageIds: readonly MessageId[],
  channelId: ChannelId,
): Promise<void> {
  await tx.execute(sql`
    update pinned_messages set channel_id = ${channelId} where message_id = any(${messageIds}::int8[])`);
}

/** Returns the pins of a channel within some periods, the latest first. */
export function pinsWithin(db: Queryable, channelId: ChannelId, periods: readonly Period[]): Promise<Pin[]> {
  return db.many<Pin>(sql`
    select p.message_id as "messageId", m.topic, p.user_id as "userId",
           floor(extract(epoch from p.pinned_at))::int8 as "pinnedAt"
      from pinned_messages p join messages m on m.id = p.message_id
     where p.channel_id = ${channelId} and p.message_id <@ ${multirange(periods)}::int8multirange
     order by p.pinned_at desc, p.message_id desc`);
}

/** Forgets who pinned messages, for a person who is erased. */
export async function forgetPinsOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(sql`update pinned_messages set user_id = null where user_id = ${userId}`);
}
