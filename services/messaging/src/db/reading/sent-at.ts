import { type Queryable, sql } from '@parley/db';
import { type IdRange, importRange, secondOf } from '../../domain/import-range.ts';

/** Messages that were sent within this time of each other may have IDs in another order, in seconds. */
const disorderSeconds = 3_600;
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
  const { isApart, isSentBefore, isImportedSince } = await kindsAround(db, time);
  if (!isApart) {
    const [below, above] = await Promise.all([firstSince(db, time, 0), lastBefore(db, time, 0)]);
    return { below, above: above ?? 0 };
  }
  const at = time.getTime();
  const [below, above] = await Promise.all([
    isSentBefore ? firstSince(db, time, importRange.to) : importedId(at + overflowMs),
    isImportedSince ? importedId(at - overflowMs) : lastBefore(db, time, importRange.to),
  ]);
  return { below, above: above ?? importRange.to - 1 };
}

/** Returns the IDs among which all messages from before a time are, in ascending order, and hardly any newer ones. */
export async function rangesBefore(db: Queryable, time: Date): Promise<IdRange[]> {
  const { isApart, isSentBefore } = await kindsAround(db, time);
  const begin = isApart ? importRange.to : 0;
  const sent =
    isApart && !isSentBefore ? [] : [{ fromId: begin, belowId: await firstSince(db, time, begin) }];
  return isApart ? [{ fromId: 0, belowId: importedId(time.getTime() + overflowMs) }, ...sent] : sent;
}

/**
 * Returns the IDs among which all messages from a time on are, in ascending order, and hardly any older ones. Those that were imported
 * and those that were sent have a range each: between both may be any number of older ones.
 */
export async function rangesSince(db: Queryable, time: Date): Promise<IdRange[]> {
  const { isApart, isSentBefore, isImportedSince } = await kindsAround(db, time);
  const begin = isApart ? importRange.to : 0;
  const sentFrom = isApart && !isSentBefore ? begin : await lowestSince(db, time, begin);
  const sent = sentFrom === null ? [] : [{ fromId: sentFrom, belowId: Number.MAX_SAFE_INTEGER }];
  if (!isApart || !isImportedSince) return sent;
  return [{ fromId: secondOf(time.getTime()) * 1_000, belowId: importRange.to }, ...sent];
}

/**
 * Returns whether IDs of imported messages lie apart from those that were sent, which have higher ones, also than newer ones; whether any may
 * have been sent before a time, and whether any imported one may be from then or later.
 */
async function kindsAround(
  db: Queryable,
  time: Date,
): Promise<{ isApart: boolean; isSentBefore: boolean; isImportedSince: boolean }> {
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
  const at = time.getTime();
  return {
    isApart,
    isSentBefore: firstSent !== null && Number(firstSent) < at + disorderSeconds * 1_000,
    isImportedSince: lastImported !== null && Number(lastImported) >= at - overflowMs,
  };
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

/** Returns the lowest ID from `fromId` on of a message that was sent at or after a time; null when there is none. */
async function lowestSince(db: Queryable, time: Date, fromId: number): Promise<number | null> {
  const { id } = await db.one<{ id: number | null }>(sql`
    with first as (
      select m.sent_at from messages m
       where m.sent_at >= ${time}::timestamptz and m.id >= ${fromId}::int8 order by m.sent_at, m.id limit 1)
    select min(m.id) as id from first
      join messages m on m.sent_at >= first.sent_at and m.sent_at < first.sent_at + make_interval(secs => ${disorderSeconds})
     where m.id >= ${fromId}::int8`);
  return id;
}
