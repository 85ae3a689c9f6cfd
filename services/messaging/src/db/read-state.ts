import { type Query, sql, type Tx } from '@parley/db';
import { flagBits } from '../domain/flags.ts';
import type { UnreadScope } from '../domain/unread-scope.ts';
import { isOwnDirect, visibilityJson } from './visible.ts';

/**
 * What a person has read, as part of statements about messages `m`.
 *
 * A message was read when a range of its origin or the floor of its origin's channel covers it, or the person sent
 * it and read it on sending. These only grow. What was marked unread again is a flag that overrides all three. What
 * of all that counts is the scope's to say (domain/unread-scope.ts).
 */

/** Joins `f` (personal flags), `r` (ranges) and `l` (floor) to `m`. */
export const readStateOf = (userId: number): Query => sql`
  left join personal_flags f on f.user_id = ${userId} and f.message_id = m.id
  left join read_ranges r on r.user_id = ${userId} and r.origin_id = m.origin_id
  left join read_floors l on l.user_id = ${userId} and l.channel_id = coalesce(m.origin_channel_id, 0)`;

/** Whether `m` was ever read; needs `readStateOf`. */
export const wasRead = (userId: number): Query => sql`(
  (m.sender_id = ${userId} and m.read_by_sender)
    or coalesce(r.ranges @> m.id, false)
    or coalesce(l.message_id >= m.id, false))`;

/**
 * Whether flags say that a message was marked unread (`flagBits.keptUnread`). The bit is a literal as in the condition
 * of `personal_flags_kept_unread_idx`: the planner takes a partial index only where it can prove its condition, and
 * of a parameter it knows no value.
 */
export const isMarkedUnread = (flags: Query): Query => sql`${flags} & 16 <> 0`;

/** When `m` was marked unread, null if it was not; needs `readStateOf`. */
export const markedUnreadAt: Query = sql`case when f.flags & ${flagBits.markedUnread}::int <> 0 then coalesce(f.kept_at, m.id) end`;

/** Whether `m` was ever read: ranges, floor or as sender, whatever flag there is. Needs no join. */
export const isBaseRead = (userId: number): Query => sql`(
  (m.sender_id = ${userId} and m.read_by_sender)
  or exists (select from read_ranges br
    where br.user_id = ${userId} and br.origin_id = m.origin_id and br.ranges @> m.id)
  or exists (select from read_floors bl
    where bl.user_id = ${userId} and bl.channel_id = coalesce(m.origin_channel_id, 0) and bl.message_id >= m.id))`;

/** Whether `m`, which a scope holds, is unread; needs no join. */
export const isUnread = (userId: number): Query => sql`(
  exists (select from personal_flags bf
    where bf.user_id = ${userId} and bf.message_id = m.id and bf.flags & ${flagBits.markedUnread}::int <> 0)
  or not ${isBaseRead(userId)})`;

/** Whether any message `m` that the person may read is unread for them; needs no join. */
export const isUnreadWithin = (userId: number, scope: UnreadScope): Query => sql`(
  exists (select from personal_flags bf
    where bf.user_id = ${userId} and bf.message_id = m.id and bf.flags & ${flagBits.markedUnread}::int <> 0
      and (m.conversation_id is not null or ${markedUnreadSince(scope, sql`bf.kept_at`)}))
  or ((m.conversation_id is not null or coalesce(m.id > ${sinceOf(scope)}, false)) and not ${isBaseRead(userId)}))`;

/** Whether a mark on `m` that says unread counts: for direct messages of the person, and in channels as the scope says. */
export const isMarkedUnreadWithin = (userId: number, scope: UnreadScope, at: Query): Query =>
  sql`(${isOwnDirect(userId)} or ${markedUnreadSince(scope, at)})`;

const markedUnreadSince = (scope: UnreadScope, at: Query): Query => sql`(
  coalesce(coalesce(${at}, m.id) > ${sinceOf(scope)}, false)
  and coalesce(((select ${visibilityJson(scope.limited)}::jsonb) ->> m.channel_id::text)::int8multirange @> m.id, true))`;

/** A JSON object in a subquery of its own is parsed once, not for every row. */
const sinceOf = (scope: UnreadScope): Query =>
  sql`((select ${sinceJson(scope)}::jsonb) ->> m.channel_id::text)::int8`;

/** By channel, the last message before the person subscribed, as a JSON object. */
export const sinceJson = ({ since }: UnreadScope): string =>
  `{${Array.from(since, ([channelId, after]) => `"${channelId}":${after}`).join(',')}}`;

/** For the rest of the transaction nobody else tells of messages that the person marked unread, or left behind. */
export async function lockReadState(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reading', ${userId}))`);
}
