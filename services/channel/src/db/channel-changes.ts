import { type Queryable, sql } from '@parley/db';
import { lineageOf } from '@parley/registration';
import type { ChannelId } from '@parley/rules';

const lineage = lineageOf('channel_changes');

/** The channels that changed since a snapshot, or whose lists of subscribers changed. */
export type ChannelChanges = {
  /**
   * An identifier that changes when cached channels become invalid: after a failover or a restored backup, because transaction
   * IDs then belong to another history, and each day, because a channel's traffic and activity depend on the day.
   */
  lineage: string;
  ids: ChannelId[];
};

/** Or whose subscribers changed. @param xmin of the snapshot, which contains all transactions with lower IDs */
export function listChannelChanges(db: Queryable, xmin: number): Promise<ChannelChanges> {
  return db.one<ChannelChanges>(sql`
    select ${lineage} || ' ' || current_date as lineage,
           array(select distinct channel_id from channel_changes where changed_in >= ${String(xmin)}::xid8) as ids`);
}

export async function readLineage(db: Queryable): Promise<string> {
  const query = sql`select ${lineage} || ' ' || current_date as lineage`;
  return (await db.one<Pick<ChannelChanges, 'lineage'>>(query)).lineage;
}
