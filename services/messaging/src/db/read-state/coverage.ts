import { type Db, sql } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { UnreadScope } from '../../domain/reading/unread-scope.ts';
import { isBaseRead, wasReadWhenSent } from './read-state.ts';
import { gapCtes } from './unread.ts';

/** Maximum number of read parts of one channel that one statement records. The longest parts are recorded first. */
const maxParts = 1_000;

/** Counts the messages outside of the recorded read parts. A search for unread messages has to check each of them. */
export async function countUncovered(db: Db, userId: UserId, scope: UnreadScope): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    with ${gapCtes(userId, scope)}
    select count(*) as count
      from gaps g cross join lateral (
        select m.id from messages m
         where m.channel_id = g.channel_id and m.id >= g.from_id and m.id < g.to_id offset 0) m`);
  return count;
}

/**
 * Records the parts of channels in which the person has read everything. Searches for unread messages skip these parts, so
 * their cost depends on the number of unread messages and not on the size of the channels.
 *
 * Recorded parts stay correct. Read state only grows, because marking a message unread sets a separate flag. IDs are in commit
 * order, so no message can appear below the newest one that this statement sees. Messages that were moved out count in the
 * channel to which they were first sent.
 * @param minReads number of consecutive read messages from which a part is recorded
 */
export async function recordCoverage(
  db: Db,
  userId: UserId,
  scope: UnreadScope,
  { minReads } = { minReads: 16 },
): Promise<void> {
  await db.execute(sql`
    with ${gapCtes(userId, scope)},
    seen as (
      select g.channel_id, g.from_id, g.to_id, m.id, not (m.is_own or coalesce(r.ranges @> m.id, false)) as is_unread
        from gaps g cross join lateral (
          select m.id, m.origin_id, ${wasReadWhenSent(userId)} as is_own from messages m
           where m.channel_id = g.channel_id and m.id >= g.from_id and m.id < g.to_id
             and m.origin_channel_id = m.channel_id offset 0) m
        left join read_ranges r on r.user_id = ${userId} and r.origin_id = m.origin_id
      union all
      select g.channel_id, g.from_id, g.to_id, m.id, not ${isBaseRead(userId)}
        from gaps g join messages m on m.origin_channel_id = g.channel_id and m.id >= g.from_id and m.id < g.to_id
       where m.origin_channel_id is not null and m.channel_id is distinct from m.origin_channel_id),
    runs as (
      select channel_id, from_id, to_id, max(id) filter (where is_unread) as unread_id,
             count(*) filter (where not is_unread) as reads
        from (
          select *, count(*) filter (where is_unread) over (partition by channel_id, from_id order by id) as run
            from seen) numbered
       group by channel_id, from_id, to_id, run),
    parts as (
      select channel_id, coalesce(unread_id + 1, from_id) as from_id, reads,
             lead(unread_id, 1, least(to_id, (select max(id) + 1 from messages)))
               over (partition by channel_id, from_id order by unread_id nulls first) as to_id
        from runs),
    longest as (
      select *, row_number() over (partition by channel_id order by reads desc) as place
        from parts where reads >= ${minReads} and to_id > from_id)
    insert into read_coverage (user_id, channel_id, ranges)
    select ${userId}::int8, channel_id, range_agg(int8range(from_id, to_id))
      from longest where place <= ${maxParts} group by channel_id
    on conflict (user_id, channel_id) do update set ranges = read_coverage.ranges + excluded.ranges`);
}
