import { sql, type Tx } from '@parley/db';

/** An event of the log: the epoch of its stream, and its ID. */
export type LogPlace = { epoch: string; eventId: number };

/**
 * Moves the position of a worker to an event, and locks it until the transaction ends.
 * @returns false, without a change, when the worker has handled the event before
 */
export async function advancePosition(
  tx: Tx,
  worker: string,
  { epoch, eventId }: LogPlace,
): Promise<boolean> {
  const moved = await tx.execute(sql`
    insert into log_positions as p (worker, epoch, event_id) values (${worker}, ${epoch}, ${eventId})
    on conflict (worker) do update set epoch = excluded.epoch, event_id = excluded.event_id
     where (p.epoch, p.event_id) < (excluded.epoch, excluded.event_id)`);
  return moved > 0;
}
