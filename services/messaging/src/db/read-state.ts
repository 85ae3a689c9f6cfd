import { type Query, sql } from '@parley/db';
import { flagBits } from '../domain/flags.ts';

/**
 * What a person has read, as part of statements about messages `m`.
 *
 * A message was read when a range of its origin or the floor of its origin's channel covers it, or the person sent
 * it and read it on sending. These only grow. What was marked unread again is a flag that overrides all three.
 */

/** Joins `f` (personal flags), `r` (ranges) and `l` (floor) to `m`. */
export const readStateOf = (userId: number): Query => sql`
  left join personal_flags f on f.user_id = ${userId} and f.message_id = m.id
  left join read_ranges r on r.user_id = ${userId} and r.origin_id = m.origin_id
  left join read_floors l on l.user_id = ${userId} and l.channel_id = coalesce(m.origin_channel_id, 0)`;

/** Whether `m` is read; needs `readStateOf`. */
export const isRead = (userId: number): Query => sql`(
  coalesce(f.flags, 0) & ${flagBits.keptUnread}::int = 0
  and ((m.sender_id = ${userId} and m.read_by_sender)
    or coalesce(r.ranges @> m.id, false)
    or coalesce(l.message_id >= m.id, false)))`;

/** Whether `m` was ever read: ranges, floor or as sender, whatever flag there is. Needs no join. */
export const isBaseRead = (userId: number): Query => sql`(
  (m.sender_id = ${userId} and m.read_by_sender)
  or exists (select from read_ranges br
    where br.user_id = ${userId} and br.origin_id = m.origin_id and br.ranges @> m.id)
  or exists (select from read_floors bl
    where bl.user_id = ${userId} and bl.channel_id = coalesce(m.origin_channel_id, 0) and bl.message_id >= m.id))`;

/** Whether the person marked `m` unread. Needs no join. */
export const isKeptUnread = (userId: number): Query => sql`
  exists (select from personal_flags bf
    where bf.user_id = ${userId} and bf.message_id = m.id and bf.flags & ${flagBits.keptUnread}::int <> 0)`;

/** Whether `m` is unread; needs no join. Of the person's history only, which it does not check. */
export const isUnread = (userId: number): Query =>
  sql`(${isKeptUnread(userId)} or not ${isBaseRead(userId)})`;
