import { type Query, sql, type Tx } from '@parley/db';
import { flagBits } from '../domain/flags.ts';
import type { UnreadScope } from '../domain/unread-scope.ts';
import { isOwnDirect, visibilityJson } from './visible.ts';

/**
 * Conditions of SQL statements on the read state of messages `m`.
 *
 * A message was read when a range of its origin or the floor of its origin's channel covers it, or when it was read on
 * sending: by its sender, or by everyone. These only grow. Marking a message unread sets a flag that overrides all three. Which
 * messages count as unread at all depends on the scope (domain/unread-scope.ts).
 */

/** Joins `f` (personal flags), `r` (read ranges) and `l` (floor) to `m`. */
export const readStateOf = (userId: number): Query => sql`
  left join personal_flags f on f.user_id = ${userId} and f.message_id = m.id
  left join read_ranges r on r.user_id = ${userId} and r.origin_id = m.origin_id
  left join read_floors l on l.user_id = ${userId} and l.channel_id = coalesce(m.origin_channel_id, 0)`;

/**
 * Condition: `m` was read when it was sent: by its sender, or by everyone (its origin is negative). People for whom such a
 * message is unread have it marked unread.
 */
export const wasReadWhenSent = (userId: number): Query =>
  sql`((m.sender_id = ${userId} and m.read_by_sender) or m.origin_id < 0)`;

/** Condition: `m` was ever read. Needs `readStateOf`. */
export const wasRead = (userId: number): Query => sql`(
  ${wasReadWhenSent(userId)}
    or coalesce(r.ranges @> m.id, false)
    or coalesce(l.message_id >= m.id, false))`;

/**
 * Condition: the message was marked unread (`flagBits.markedUnread`). The bit is a literal, as in the condition of
 * `personal_flags_kept_unread_idx`: the planner uses a partial index only where it can prove the index's condition, which it
 * cannot for a parameter.
 */
export const isMarkedUnread = (flags: Query): Query => sql`${flags} & 16 <> 0`;

/** When `m` was marked unread, as a message ID; null if it was not. Needs `readStateOf`. */
export const markedUnreadAt: Query = sql`case when f.flags & ${flagBits.markedUnread}::int <> 0 then coalesce(f.kept_at, m.id) end`;

/** Condition: a range or a floor covers `m`, or it was read when it was sent; ignores the flag. Needs no join. */
export const isBaseRead = (userId: number): Query => sql`(
  ${wasReadWhenSent(userId)}
  or exists (select from read_ranges br
    where br.user_id = ${userId} and br.origin_id = m.origin_id and br.ranges @> m.id)
  or exists (select from read_floors bl
    where bl.user_id = ${userId} and bl.channel_id = coalesce(m.origin_channel_id, 0) and bl.message_id >= m.id))`;

/** Condition: `m`, which is in a scope, is unread. Needs no join. */
export const isUnread = (userId: number): Query => sql`(
  exists (select from personal_flags bf
    where bf.user_id = ${userId} and bf.message_id = m.id and bf.flags & ${flagBits.markedUnread}::int <> 0)
  or not ${isBaseRead(userId)})`;

/** Condition: `m`, any message that the person may read, is unread for them. Needs no join. */
export const isUnreadWithin = (userId: number, scope: UnreadScope): Query => sql`(
  exists (select from personal_flags bf
    where bf.user_id = ${userId} and bf.message_id = m.id and bf.flags & ${flagBits.markedUnread}::int <> 0
      and (m.conversation_id is not null or ${markedUnreadSince(scope, sql`bf.kept_at`)}))
  or ((m.conversation_id is not null or coalesce(m.id > ${sinceOf(scope)}, false)) and not ${isBaseRead(userId)}))`;

/** Condition: the unread mark on `m` counts. It does for the person's direct messages, and in channels as the scope says. */
export const isMarkedUnreadWithin = (userId: number, scope: UnreadScope, at: Query): Query =>
  sql`(${isOwnDirect(userId)} or ${markedUnreadSince(scope, at)})`;

const markedUnreadSince = (scope: UnreadScope, at: Query): Query => sql`(
  coalesce(coalesce(${at}, m.id) > ${sinceOf(scope)}, false)
  and coalesce(((select ${visibilityJson(scope.limited)}::jsonb) ->> m.channel_id::text)::int8multirange @> m.id, true))`;

/** A separate subquery parses the JSON object once instead of once per row. */
const sinceOf = (scope: UnreadScope): Query =>
  sql`((select ${sinceJson(scope)}::jsonb) ->> m.channel_id::text)::int8`;

/** Returns a JSON object from channel ID to the last message before the person subscribed. */
export const sinceJson = ({ since }: UnreadScope): string =>
  `{${Array.from(since, ([channelId, after]) => `"${channelId}":${after}`).join(',')}}`;

/** Serializes changes of a person's unread marks and their events until the transaction ends. */
export async function lockReadState(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reading', ${userId}))`);
}
