import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import { maxRecentConversations } from '../../domain/limits.ts';

export type RecentConversation = { memberIds: UserId[]; maxMessageId: MessageId };

/** Serializes additions, so that a count under the lock is still correct when the row is inserted. */
export async function lockPersonalLists(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('own lists', ${userId}))`);
}

export function recentConversations(db: Queryable, userId: UserId): Promise<RecentConversation[]> {
  return db.many<RecentConversation>(sql`
    select c.member_ids as "memberIds", newest.id as "maxMessageId"
      from direct_members d
      join direct_conversations c on c.conversation_id = d.conversation_id
      cross join lateral (
        select m.id from messages m where m.conversation_id = d.conversation_id order by m.id desc limit 1) newest
     where d.user_id = ${userId}
     order by newest.id desc limit ${maxRecentConversations}`);
}

export async function starredMessageIds(db: Queryable, userId: UserId): Promise<MessageId[]> {
  const rows = await db.many<{ id: number }>(sql`
    select message_id as id from personal_flags
     where user_id = ${userId} and flags & 1 <> 0 order by message_id desc limit 50000`);
  return rows.map(({ id }) => id).reverse();
}

export async function findStarredChannels(db: Queryable, userId: UserId): Promise<ChannelId[]> {
  const rows = await db.many<{ channelId: ChannelId }>(sql`
    select distinct m.channel_id as "channelId"
      from personal_flags p join messages m on m.id = p.message_id
     where p.user_id = ${userId} and p.flags & 1 <> 0 and m.channel_id is not null`);
  return rows.map(({ channelId }) => channelId);
}

/** Returns the IDs of the channels that contain messages that mention a person by name or group. */
export async function findMentioningChannels(db: Queryable, userId: UserId): Promise<ChannelId[]> {
  const rows = await db.many<{ channelId: ChannelId }>(sql`
    select distinct m.channel_id as "channelId"
      from personal_flags p join messages m on m.id = p.message_id
     where p.user_id = ${userId} and p.flags & 4 <> 0 and m.channel_id is not null`);
  return rows.map(({ channelId }) => channelId);
}

export async function deletePersonalItems(tx: Tx, userId: UserId): Promise<number> {
  await lockPersonalLists(tx, userId);
  return (
    (await tx.execute(sql`delete from drafts where user_id = ${userId}`)) +
    (await tx.execute(sql`delete from scheduled_messages where user_id = ${userId}`)) +
    (await tx.execute(sql`delete from reminders where user_id = ${userId}`)) +
    (await tx.execute(sql`delete from saved_snippets where user_id = ${userId}`))
  );
}

export async function deleteReadState(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(sql`delete from personal_flags where user_id = ${userId}`);
  await tx.execute(sql`delete from read_ranges where user_id = ${userId}`);
  await tx.execute(sql`delete from read_floors where user_id = ${userId}`);
  await tx.execute(sql`delete from read_coverage where user_id = ${userId}`);
}
