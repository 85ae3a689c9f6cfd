import { type Queryable, sql } from '@parley/db';
import { lineage } from '@parley/registration';

/** The changes of channels and of their lists of subscribers since a snapshot. */
export type ChannelChanges = {
  /**
   * Identifies the history that transaction IDs belong to, and the day. A failover or a restored backup begins another
   * history. A channel's traffic and activity depend on the day.
   */
  lineage: string;
  ids: number[];
};

/**
 * Returns the channels that changed, or whose subscribers changed, in a transaction that a snapshot may not show.
 * @param xmin of that snapshot: all transactions with lower IDs were finished
 */
export function listChannelChanges(db: Queryable, xmin: number): Promise<ChannelChanges> {
  return db.one<ChannelChanges>(sql`
    select ${lineage} || ' ' || current_date as lineage,
           array(select distinct channel_id from channel_changes where changed_in >= ${String(xmin)}::xid8) as ids`);
}

/** Returns the current value of `ChannelChanges.lineage`. */
export async function readLineage(db: Queryable): Promise<string> {
  const query = sql`select ${lineage} || ' ' || current_date as lineage`;
  return (await db.one<Pick<ChannelChanges, 'lineage'>>(query)).lineage;
}
