import { type Queryable, sql } from '@parley/db';
import { lineageOf } from '@parley/registration';

const lineage = lineageOf('people_changes');

/** Changes of the list of people since a snapshot. */
export type PeopleChanges = {
  /**
   * Identifies the history to which transaction IDs belong. After a failover or a restored backup, the database continues with
   * a different history, in which IDs may have another meaning.
   */
  lineage: string;
  ids: number[];
};

/**
 * Returns the people whose account or profile values have changed in a transaction that a snapshot may not include, and the
 * current lineage.
 * @param xmin `xmin` of that snapshot: all transactions with lower IDs had ended
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
