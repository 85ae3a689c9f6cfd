import { type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import { flagBits } from '../../domain/changing/flags.ts';
import type { UnreadScope } from '../../domain/reading/unread-scope.ts';
import type { Visibility } from '../../domain/reading/visibility.ts';
import { clearFlag } from '../read-state/mark-read.ts';
import { isUnreadWithin, lockReadState } from '../read-state/read-state.ts';
import { idArray, visible } from '../visible.ts';

/** A message that became unread, with the properties that its event contains. */
export type UnreadDetail = {
  id: number;
  channelId: ChannelId | null;
  topic: string;
  /** IDs of all members of the direct conversation; null for a channel message. */
  memberIds: UserId[] | null;
  isMentioned: boolean;
};

/**
 * Marks messages unread that the person may read, including messages from before the subscription. Returns the messages that
 * were read until now.
 *
 * Takes the order lock, which changes of subscriptions take as well. So the position of the mark (`kept_at`) in the order of
 * message IDs is exact, and the mark applies until the person unsubscribes. Locks the messages against moves and deletions, so
 * that the event names their current topic, and comes before the event of their next change.
 */
export async function markUnread(
  tx: Tx,
  userId: UserId,
  scope: UnreadScope,
  visibility: Visibility,
  messageIds: readonly MessageId[],
): Promise<UnreadDetail[]> {
  await lockReadState(tx, userId);
  await tx.execute(lockedForKeyShare(messageIds));
  await tx.execute(sql`select log.take_order_lock()`);
  return await tx.many<UnreadDetail>(sql`
    with targets as materialized (
      select m.id from messages m
       where m.id = any(${idArray(messageIds)}::int8[]) and ${visible(userId, visibility)}
         and not ${isUnreadWithin(userId, scope)}),
    mark as materialized (select nextval('message_ids') as id where exists (select from targets)),
    flagged as (
      insert into personal_flags (user_id, message_id, flags, kept_at)
      select ${userId}::int8, t.id, ${flagBits.markedUnread}::int, k.id from targets t cross join mark k order by t.id
      on conflict (user_id, message_id) do update
        set flags = personal_flags.flags | excluded.flags, kept_at = excluded.kept_at)
    select m.id, m.channel_id as "channelId", m.topic, c.member_ids as "memberIds",
           (m.mentions_channel or coalesce(m.mentions_topic and ${userId} = any(m.topic_participant_ids), false)
             or coalesce(f.flags & ${flagBits.mentioned}::int <> 0, false)) as "isMentioned"
      from targets t join messages m on m.id = t.id
      left join direct_conversations c on c.conversation_id = m.conversation_id
      left join personal_flags f on f.user_id = ${userId} and f.message_id = m.id
     order by m.id`);
}

/** Locks messages against moves and deletions. Returns their IDs in ascending order. */
const lockedForKeyShare = (messageIds: readonly MessageId[]): Query => sql`
  select m.id from messages m where m.id = any(${idArray(messageIds)}::int8[]) order by m.id for key share`;

export async function addFlag(
  tx: Tx,
  userId: UserId,
  bit: number,
  messageIds: readonly MessageId[],
): Promise<number[]> {
  const rows = await tx.many<{ id: number }>(sql`
    insert into personal_flags (user_id, message_id, flags)
    select ${userId}::int8, m.id, ${bit}::int from (${lockedForKeyShare(messageIds)}) m
    on conflict (user_id, message_id) do update set flags = personal_flags.flags | excluded.flags
      where personal_flags.flags & excluded.flags = 0
    returning message_id as id`);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

export async function removeFlag(
  tx: Tx,
  userId: UserId,
  bit: number,
  messageIds: readonly MessageId[],
): Promise<number[]> {
  const which = sql`f.user_id = ${userId} and f.message_id = any(${idArray(messageIds)}::int8[])`;
  const rows = await tx.many<{ id: number }>(sql`
    with ${clearFlag(bit, which)}
    select message_id as id from held order by message_id`);
  return rows.map(({ id }) => id);
}

export function findMatching(
  db: Queryable,
  messageIds: readonly MessageId[],
  condition: Query,
): Promise<{ id: number }[]> {
  return db.many(
    sql`select m.id from messages m where m.id = any(${idArray(messageIds)}::int8[]) and ${condition}`,
  );
}

/** Messages of one channel or direct conversation. `isOwnDirectMessage` tells whether the person is a member of the latter. */
export type MessagesInPlace = {
  channelId: ChannelId | null;
  isOwnDirectMessage: boolean;
  messageIds: MessageId[];
};

export function groupByChannel(
  db: Queryable,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<MessagesInPlace[]> {
  return db.many<MessagesInPlace>(sql`
    select p.channel_id as "channelId", p.ids as "messageIds",
           exists (select from direct_members d
             where d.user_id = ${userId} and d.conversation_id = p.conversation_id) as "isOwnDirectMessage"
      from (
        select m.channel_id, m.conversation_id, array_agg(m.id) as ids
          from messages m where m.id = any(${idArray(messageIds)}::int8[])
         group by m.channel_id, m.conversation_id) p`);
}
