import { type Db, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId } from '@parley/rules';
import { type ChannelRow, channelColumns } from './channels.ts';

/** Stores the first message of a channel that has none yet. @returns the channel; undefined when it had a first message */
export function setFirstMessage(
  tx: Tx,
  channelId: ChannelId,
  messageId: MessageId,
): Promise<ChannelRow | undefined> {
  return tx.maybeOne<ChannelRow>(sql`
    update channels c set first_message_id = ${messageId}
     where c.channel_id = ${channelId} and c.first_message_id is null
    returning ${channelColumns}`);
}

/** Replaces the first message of a channel; undefined removes it. @returns the channel; undefined when nothing changed */
export function changeFirstMessage(
  tx: Tx,
  channelId: ChannelId,
  messageId: MessageId | undefined,
): Promise<ChannelRow | undefined> {
  const id = messageId ?? null;
  return tx.maybeOne<ChannelRow>(sql`
    update channels c set first_message_id = ${id}::int8
     where c.channel_id = ${channelId} and c.first_message_id is distinct from ${id}::int8
    returning ${channelColumns}`);
}

/** (UTC, `YYYY-MM-DD`) @returns the channel if it has become recently active (`isRecentlyActive`) */
export async function setActiveOn(
  tx: Tx,
  channelId: ChannelId,
  day: string,
): Promise<ChannelRow | undefined> {
  const row = await tx.maybeOne<ChannelRow & { wasActive: boolean }>(sql`
    with before as (
      select coalesce(last_active_on, created_at::date) > current_date - 180 as active
        from channels where channel_id = ${channelId})
    update channels c set last_active_on = ${day}::date
     where c.channel_id = ${channelId} and coalesce(c.last_active_on, '-infinity') < ${day}::date
    returning ${channelColumns}, (select active from before) as "wasActive"`);
  return row && !row.wasActive && row.isRecentlyActive ? row : undefined;
}

/** The number of messages that were sent to a channel on a day (UTC, `YYYY-MM-DD`). */
export type TrafficCount = { channelId: ChannelId; day: string; messages: number };

/** Except for deleted channels. Deletes numbers older than 60 days, which the weekly traffic no longer uses. */
export async function addTraffic(db: Db, counts: readonly TrafficCount[]): Promise<void> {
  await db.execute(sql`
    insert into channel_traffic as t (channel_id, day, message_count)
    select c.channel_id, c.day, c.messages
      from unnest(${counts.map((each) => each.channelId)}::int8[], ${counts.map((each) => each.day)}::date[],
                  ${counts.map((each) => each.messages)}::int[]) as c (channel_id, day, messages)
     where exists (select from channels where channels.channel_id = c.channel_id)
    on conflict (channel_id, day) do update set message_count = t.message_count + excluded.message_count`);
  await db.execute(sql`delete from channel_traffic where day < current_date - 60`);
}
