import { type Queryable, sql } from '@parley/db';

/** The changes of the list of people since a snapshot. */
export type PeopleChanges = {
  /** Identifies the history that transaction IDs belong to. A failover or a restored backup begins another history. */
  lineage: string;
  userIds: number[];
};

/**
 * Returns the people whose accounts or profile values changed in a transaction that a snapshot may not show.
 * @param xmin of that snapshot: all transactions with lower IDs were finished
 */
export function listPeopleChanges(db: Queryable, xmin: number): Promise<PeopleChanges> {
  return db.one<PeopleChanges>(sql`
    select ${lineageColumn},
           array(select distinct user_id from people_changes where changed_in >= ${String(xmin)}::xid8)
             as "userIds"`);
}

/** Returns the database's present lineage. */
export async function readLineage(db: Queryable): Promise<string> {
  return (await db.one<Pick<PeopleChanges, 'lineage'>>(sql`select ${lineageColumn}`)).lineage;
}

/** The first eight digits of a write-ahead file's name are the timeline. */
const lineageColumn = sql`
  (select system_identifier from pg_control_system()) || ' '
    || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as lineage`;
