import { type Query, sql } from '@parley/db';
import { flagBits } from '../domain/flags.ts';

/**
 * What a person has read, as part of statements about messages `m`. A message is read when a range of its origin
 * or the floor of its origin's channel covers it or the person sent it and read it on sending; a kept-unread flag
 * overrides all three.
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
