import { type Queryable, sql } from '@parley/db';

/** Messages that were sent within this time of each other may have IDs in another order, in seconds. */
const disorderSeconds = 3_600;

/**
 * Returns IDs around a time, so that a read does not look at messages from long before or after: every message that was sent before
 * the time has an ID below `below`, and every one that was sent at or after it has an ID above `above`. Imported messages have IDs
 * below all others and times of their own, so where there are any, only the other ones are bounded.
 */
export async function idsAround(db: Queryable, time: Date): Promise<{ below: number; above: number }> {
  const row = await db.one<{ below: number | null; above: number | null; hasImported: boolean }>(sql`
    select (select m.id from messages m
             where m.sent_at >= ${time}::timestamptz + make_interval(secs => ${disorderSeconds}) and m.id > 0
             order by m.sent_at, m.id limit 1) as below,
           (select m.id from messages m
             where m.sent_at < ${time}::timestamptz - make_interval(secs => ${disorderSeconds}) and m.id > 0
             order by m.sent_at desc, m.id desc limit 1) as above,
           exists (select from messages m where m.id <= 0) as "hasImported"`);
  return {
    below: row.below ?? Number.MAX_SAFE_INTEGER,
    above: row.hasImported ? -Number.MAX_SAFE_INTEGER : (row.above ?? 0),
  };
}
