import { type Query, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import { flagBits } from '../../domain/changing/flags.ts';
import type { UnreadScope } from '../../domain/reading/unread-scope.ts';
import { isOwnDirectMessage, visibilityJson } from '../visible.ts';

/**
 * SQL conditions on the read state of messages `m`.
 *
 * A message counts as read in three cases: a range of its origin includes it, the watermark of its origin's channel includes
 * it, or it was read from the start (by its sender, or by all people). This state only grows. Marking a message unread sets a
 * flag that overrides it. The scope (domain/reading/unread-scope.ts) decides which messages can be unread at all.
 */

/** `f` (personal flags), `r` (read ranges) and `l` (watermark). All are empty for a visitor, whose ID is null. */
export const readStateOf = (userId: UserId | Query | null): Query => sql`
  left join personal_flags f on f.user_id = ${userId} and f.message_id = m.id
  left join read_ranges r on r.user_id = ${userId} and r.origin_id = m.origin_id
  left join read_floors l on l.user_id = ${userId} and l.channel_id = coalesce(m.origin_channel_id, 0)`;

/** By its sender or, with a negative origin, by all people; exceptions have the flag `markedUnread`. */
export const wasReadWhenSent = (userId: UserId | Query | null): Query =>
  sql`((m.sender_id = ${userId} and m.read_by_sender) or m.origin_id < 0)`;

/** Condition: `m` was read at some time, even if it was marked unread later. Needs the joins of `readStateOf`. */
export const wasRead = (userId: UserId | Query | null): Query => sql`(
  ${wasReadWhenSent(userId)}
    or coalesce(r.ranges @> m.id, false)
    or coalesce(l.message_id >= m.id, false))`;

/** The bit is a literal, because the planner uses `personal_flags_kept_unread_idx` only without a parameter. */
export const isMarkedUnread = (flags: Query): Query => sql`${flags} & 16 <> 0`;

/** In the order of message IDs; null when it was not. Needs the joins of `readStateOf`. */
export const markedUnreadAt: Query = sql`case when f.flags & ${flagBits.markedUnread}::int <> 0 then coalesce(f.kept_at, m.id) end`;

/** A range, a watermark, or read from the start. Ignores the flag `markedUnread`. Needs no join. */
export const isBaseRead = (userId: UserId): Query => sql`(
  ${wasReadWhenSent(userId)}
  or exists (select from read_ranges br
    where br.user_id = ${userId} and br.origin_id = m.origin_id and br.ranges @> m.id)
  or exists (select from read_floors bl
    where bl.user_id = ${userId} and bl.channel_id = coalesce(m.origin_channel_id, 0) and bl.message_id >= m.id))`;

/** Condition: `m` is unread. Valid only for messages that the scope contains. Needs no join. */
export const isUnread = (userId: UserId): Query => sql`(
  exists (select from personal_flags bf
    where bf.user_id = ${userId} and bf.message_id = m.id and bf.flags & ${flagBits.markedUnread}::int <> 0)
  or not ${isBaseRead(userId)})`;

/** Condition: `m` is unread for the person. Valid for any message that the person may read. Needs no join. */
export const isUnreadWithin = (userId: UserId, scope: UnreadScope): Query => sql`(
  exists (select from personal_flags bf
    where bf.user_id = ${userId} and bf.message_id = m.id and bf.flags & ${flagBits.markedUnread}::int <> 0
      and (m.conversation_id is not null or ${markedUnreadSince(scope, sql`bf.kept_at`)}))
  or ((m.conversation_id is not null or coalesce(m.id > ${sinceOf(scope)}, false)) and not ${isBaseRead(userId)}))`;

/**
 * Condition: the flag `markedUnread` on `m` counts. In direct messages it always does. In a channel it counts if the person set
 * it after the current subscription began and may still read the message.
 * @param at position at which `m` was marked unread
 */
export const isMarkedUnreadWithin = (userId: UserId, scope: UnreadScope, at: Query): Query =>
  sql`(${isOwnDirectMessage(userId)} or ${markedUnreadSince(scope, at)})`;

const markedUnreadSince = (scope: UnreadScope, at: Query): Query => sql`(
  coalesce(coalesce(${at}, m.id) > ${sinceOf(scope)}, false)
  and coalesce(((select ${visibilityJson(scope.limited)}::jsonb) ->> m.channel_id::text)::int8multirange @> m.id, true))`;

/** The subquery makes PostgreSQL parse the JSON object once instead of once per row. */
const sinceOf = (scope: UnreadScope): Query =>
  sql`((select ${sinceJson(scope)}::jsonb) ->> m.channel_id::text)::int8`;

/** Returns the text of a JSON object from channel ID to the ID of the last message before the person subscribed. */
export const sinceJson = ({ since }: UnreadScope): string =>
  `{${Array.from(since, ([channelId, after]) => `"${channelId}":${after}`).join(',')}}`;

/** Takes a lock that serializes changes of a person's read state, and their events, until the transaction ends. */
export async function lockReadState(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reading', ${userId}))`);
}
