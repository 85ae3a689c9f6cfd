import { type Query, sql, type Tx } from '@parley/db';
import { flagBits } from '../domain/flags.ts';
import type { UnreadScope } from '../domain/unread-scope.ts';
import { isOwnDirectMessage, visibilityJson } from './visible.ts';

/**
 * Builds SQL conditions on the read state of messages `m`.
 *
 * A message was read when a range of its origin or the watermark of its origin's channel includes it, or when it was
 * read when it was sent: by its sender, or by all people. These facts only grow. Marking a message unread sets a flag
 * that overrides all of them. The scope (domain/unread-scope.ts) decides which messages can be unread at all.
 */

/** Joins `f` (personal flags), `r` (read ranges) and `l` (watermark of the channel) to `m`. */
export const readStateOf = (userId: number | Query): Query => sql`
  left join personal_flags f on f.user_id = ${userId} and f.message_id = m.id
  left join read_ranges r on r.user_id = ${userId} and r.origin_id = m.origin_id
  left join read_floors l on l.user_id = ${userId} and l.channel_id = coalesce(m.origin_channel_id, 0)`;

/**
 * Condition: `m` was read when it was sent: by its sender, or by all people (its origin is negative). For people to
 * whom such a message is unread, it is marked unread.
 */
export const wasReadWhenSent = (userId: number | Query): Query =>
  sql`((m.sender_id = ${userId} and m.read_by_sender) or m.origin_id < 0)`;

/** Condition: `m` has ever been read. Needs `readStateOf`. */
export const wasRead = (userId: number | Query): Query => sql`(
  ${wasReadWhenSent(userId)}
    or coalesce(r.ranges @> m.id, false)
    or coalesce(l.message_id >= m.id, false))`;

/**
 * Condition: the message is marked unread (`flagBits.markedUnread`). The bit is a literal, as in the condition of
 * `personal_flags_kept_unread_idx`. The planner uses a partial index only when it can prove the index's condition,
 * which is impossible for a parameter.
 */
export const isMarkedUnread = (flags: Query): Query => sql`${flags} & 16 <> 0`;

/** Position at which `m` was marked unread, as a message ID; null when it was not. Needs `readStateOf`. */
export const markedUnreadAt: Query = sql`case when f.flags & ${flagBits.markedUnread}::int <> 0 then coalesce(f.kept_at, m.id) end`;

/**
 * Condition: a range or a watermark includes `m`, or `m` was read when it was sent. Ignores the mark as unread. Needs
 * no join.
 */
export const isBaseRead = (userId: number): Query => sql`(
  ${wasReadWhenSent(userId)}
  or exists (select from read_ranges br
    where br.user_id = ${userId} and br.origin_id = m.origin_id and br.ranges @> m.id)
  or exists (select from read_floors bl
    where bl.user_id = ${userId} and bl.channel_id = coalesce(m.origin_channel_id, 0) and bl.message_id >= m.id))`;

/** Condition: `m` is unread. `m` must be in the scope. Needs no join. */
export const isUnread = (userId: number): Query => sql`(
  exists (select from personal_flags bf
    where bf.user_id = ${userId} and bf.message_id = m.id and bf.flags & ${flagBits.markedUnread}::int <> 0)
  or not ${isBaseRead(userId)})`;

/** Condition: `m` is unread for the person. `m` may be any message that the person may read. Needs no join. */
export const isUnreadWithin = (userId: number, scope: UnreadScope): Query => sql`(
  exists (select from personal_flags bf
    where bf.user_id = ${userId} and bf.message_id = m.id and bf.flags & ${flagBits.markedUnread}::int <> 0
      and (m.conversation_id is not null or ${markedUnreadSince(scope, sql`bf.kept_at`)}))
  or ((m.conversation_id is not null or coalesce(m.id > ${sinceOf(scope)}, false)) and not ${isBaseRead(userId)}))`;

/**
 * Condition: the mark on `m` as unread applies. It always applies to the person's direct messages, and in channels as
 * the scope says.
 */
export const isMarkedUnreadWithin = (userId: number, scope: UnreadScope, at: Query): Query =>
  sql`(${isOwnDirectMessage(userId)} or ${markedUnreadSince(scope, at)})`;

const markedUnreadSince = (scope: UnreadScope, at: Query): Query => sql`(
  coalesce(coalesce(${at}, m.id) > ${sinceOf(scope)}, false)
  and coalesce(((select ${visibilityJson(scope.limited)}::jsonb) ->> m.channel_id::text)::int8multirange @> m.id, true))`;

/** Selects the scope's JSON object in a subquery, which is evaluated once instead of once per row. */
const sinceOf = (scope: UnreadScope): Query =>
  sql`((select ${sinceJson(scope)}::jsonb) ->> m.channel_id::text)::int8`;

/** Returns the text of a JSON object: for each channel ID, the last message before the person subscribed. */
export const sinceJson = ({ since }: UnreadScope): string =>
  `{${Array.from(since, ([channelId, after]) => `"${channelId}":${after}`).join(',')}}`;

/** Serializes changes of a person's marks as unread, and their events, until the transaction ends. */
export async function lockReadState(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reading', ${userId}))`);
}
