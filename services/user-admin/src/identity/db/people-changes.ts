import { type Queryable, sql } from '@parley/db';
import { lineage } from '@parley/registration';

/** The changes of the list of people since a snapshot. */
export type PeopleChanges = {
  /** Identifies the history that transaction IDs belong to. A failover or a restored backup begins another history. */
  lineage: string;
  ids: number[];
};

/**
 * Returns the people whose accounts or profile values changed in a transaction that a snapshot may not show.
 * @param xmin of that snapshot: all transactions with lower IDs were finished
 */
export function listPeopleChanges(db: Queryable, xmin: number): Promise<PeopleChanges> {
  return db.one<PeopleChanges>(sql`
    select ${lineage} as lineage,
           array(select distinct user_id from people_changes where changed_in >= ${String(xmin)}::xid8)
             as ids`);
}

/** Returns the current value of `PeopleChanges.lineage`. */
export async function readLineage(db: Queryable): Promise<string> {
  return (await db.one<Pick<PeopleChanges, 'lineage'>>(sql`select ${lineage} as lineage`)).lineage;
}
