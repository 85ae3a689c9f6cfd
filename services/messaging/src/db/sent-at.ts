import { type Queryable, sql } from '@parley/db';
import { importRange } from '../domain/import-range.ts';

/** Messages that were sent within this time of each other may have IDs in another order, in seconds. */
export const disorderSeconds = 3_600;
/** IDs of imported messages are times in milliseconds. Those of one moment flow over into the next ones, less than a day. */
const overflowMs = 86_400_000;

export type IdsAround = {
  /** Every message that was sent before the time has an ID below it. */
  below: number;
  /** Every message that was sent at or after the time has an ID above it. */
  above: number;
};

/** Returns IDs around a time, so that a read does not look at messages from long before or after. */
export async function idsAround(db: Queryable, time: Date): Promise<IdsAround> {
  // Those that were sent have higher IDs than all imported ones, also than newer ones.
  const { isApart, firstSent, lastImported } = await db.one<{
    isApart: boolean;
    firstSent: number | null;
    lastImported: number | null;
  }>(sql`
    select last_value >= ${importRange.to - 1}::int8 as "isApart",
           extract(epoch from (select sent_at from messages
                                where id >= ${importRange.to}::int8 order by id limit 1)) * 1000 as "firstSent",
           extract(epoch from (select sent_at from messages
                                where id < ${importRange.to}::int8 order by id desc limit 1)) * 1000 as "lastImported"
      from message_ids`);
  if (!isApart) {
    const [below, above] = await Promise.all([firstSince(db, time, 0), lastBefore(db, time, 0)]);
    return { below, above: above ?? 0 };
  }
  const at = time.getTime();
  const isSentBefore = firstSent !== null && Number(firstSent) < at + disorderSeconds * 1_000;
  const isImportedSince = lastImported !== null && Number(lastImported) >= at - overflowMs;
  const [below, above] = await Promise.all([
    isSentBefore ? firstSince(db, time, importRange.to) : importedId(at + overflowMs),
    isImportedSince ? importedId(at - overflowMs) : lastBefore(db, time, importRange.to),
  ]);
  return { below, above: above ?? importRange.to - 1 };
}

const importedId = (time: number): number => Math.min(Math.max(Math.floor(time), 0), importRange.to);

/** Returns the first ID from `fromId` on of a message from well after a time, or one above all. */
async function firstSince(db: Queryable, time: Date, fromId: number): Promise<number> {
  const row = await db.maybeOne<{ id: number }>(sql`
    select m.id from messages m
     where m.sent_at >= ${time}::timestamptz + make_interval(secs => ${disorderSeconds}) and m.id >= ${fromId}::int8
     order by m.sent_at, m.id limit 1`);
  return row?.id ?? Number.MAX_SAFE_INTEGER;
}

/** Returns the last ID from `fromId` on of a message from well before a time. */
async function lastBefore(db: Queryable, time: Date, fromId: number): Promise<number | undefined> {
  const row = await db.maybeOne<{ id: number }>(sql`
    select m.id from messages m
     where m.sent_at < ${time}::timestamptz - make_interval(secs => ${disorderSeconds}) and m.id >= ${fromId}::int8
     order by m.sent_at desc, m.id desc limit 1`);
  return row?.id;
}
