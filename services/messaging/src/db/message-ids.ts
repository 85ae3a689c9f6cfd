import { type Queryable, sql } from '@parley/db';

export type IdStart = {
  first: number;
  /** Whether this may still change: no ID was taken, no boundary of a subscription, and no message was imported. */
  isOpen: boolean;
};

export const readIdStart = (db: Queryable): Promise<IdStart> =>
  db.one<IdStart>(sql`
    select s.seqstart as first, not m.is_called and not exists (select from messages) as "isOpen"
      from message_ids m cross join pg_sequence s where s.seqrelid = 'message_ids'::regclass`);

/** Lets the IDs of messages begin with `first`, if this may still change. Returns the ID with which they begin. */
export async function beginIdsAt(db: Queryable, first: number): Promise<number> {
  const row = await db.one<{ first: number }>(sql`select begin_message_ids(${first}::int8) as first`);
  return row.first;
}
