import { type Queryable, sql } from '@parley/db';
import { lineageOf } from '@parley/registration';

const lineage = lineageOf('people_changes');

/** Changes of the list of people since a snapshot. */
export type PeopleChanges = {
  /** After a failover or a restored backup, transaction IDs may have another meaning. */
  lineage: string;
  ids: number[];
};

/** With the current lineage. @param xmin of the snapshot: all transactions with lower IDs had ended */
export function listPeopleChanges(db: Queryable, xmin: number): Promise<PeopleChanges> {
  return db.one<PeopleChanges>(sql`
    select ${lineage} as lineage,
           array(select distinct user_id from people_changes where changed_in >= ${String(xmin)}::xid8)
             as ids`);
}

export async function readLineage(db: Queryable): Promise<string> {
  return (await db.one<Pick<PeopleChanges, 'lineage'>>(sql`select ${lineage} as lineage`)).lineage;
}
