import { type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId } from '@parley/rules';
import type { IndexedText } from '../../domain/searching/search-document.ts';

/** Time since the last batch of an import after which the import has ended or rests, in seconds. */
const quietSeconds = 5;

/** Notes that messages of an import are not in the search index yet. */
export async function addWaitingImported(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
  await tx.execute(sql`insert into search_imported (message_ids) values (${messageIds}::int8[])`);
}

/** Returns the number of messages of imports that the index does not have. */
export async function countWaitingImported(db: Queryable): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select coalesce(sum(cardinality(message_ids)), 0)::int8 as count from search_imported`);
  return count;
}

/**
 * Takes messages of the oldest batch, and forgets that they wait. The message may have changed since: then it stands in `search_pending`,
 * too, so its document is made again. Undefined when none waits, another replica takes them, or an import is under way.
 */
export async function takeWaitingImported(tx: Tx, limit: number): Promise<IndexedText[] | undefined> {
  const batch = await tx.maybeOne<{ batchId: number; messageIds: MessageId[] }>(sql`
    select batch_id as "batchId", message_ids as "messageIds" from search_imported
     where (select stored_at < now() - make_interval(secs => ${quietSeconds}) from search_imported
             order by batch_id desc limit 1)
     order by batch_id limit 1 for update skip locked`);
  if (!batch) return undefined;
  const { batchId, messageIds } = batch;
  const [taken, left] = [messageIds.slice(0, limit), messageIds.slice(limit)];
  await tx.execute(
    left.length === 0
      ? sql`delete from search_imported where batch_id = ${batchId}`
      : sql`update search_imported set message_ids = ${left}::int8[] where batch_id = ${batchId}`,
  );
  return tx.many<IndexedText>(sql`
    select m.id, m.channel_id as "channelId", m.topic, m.content from messages m
     where m.id = any(${taken}::int8[]) order by m.id`);
}
