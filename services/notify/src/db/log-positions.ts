import { type Queryable, sql, type Tx } from '@parley/db';

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

/**
 * Returns up to which person a worker has decided about an event: 0 at the beginning, undefined when it has handled the
 * whole event.
 */
export async function decidedUpTo(
  db: Queryable,
  worker: string,
  { epoch, eventId }: LogPlace,
): Promise<number | undefined> {
  const { isHandled, afterUserId } = await db.one<{ isHandled: boolean; afterUserId: number }>(sql`
    select exists (select 1 from log_positions
                    where worker = ${worker} and (epoch, event_id) >= (${epoch}, ${eventId})) as "isHandled",
           coalesce((select after_user_id from decision_steps
                      where worker = ${worker} and epoch = ${epoch} and event_id = ${eventId}), 0) as "afterUserId"`);
  return isHandled ? undefined : afterUserId;
}

/** A part of the decision about an event: for the people with IDs above `after`, up to `upTo`. */
export type DecisionStep = { after: number; upTo: number };

/**
 * Stores that a worker has decided for some people, and locks that until the transaction ends.
 * @returns false, without a change, when another process has decided for them
 */
export async function advanceStep(
  tx: Tx,
  worker: string,
  { epoch, eventId }: LogPlace,
  { after, upTo }: DecisionStep,
): Promise<boolean> {
  const moved = await tx.execute(sql`
    insert into decision_steps as s (worker, epoch, event_id, after_user_id)
    values (${worker}, ${epoch}, ${eventId}, ${upTo})
    on conflict (worker) do update
      set epoch = excluded.epoch, event_id = excluded.event_id, after_user_id = excluded.after_user_id
     where case when (s.epoch, s.event_id) = (excluded.epoch, excluded.event_id) then s.after_user_id = ${after}
                else (s.epoch, s.event_id) < (excluded.epoch, excluded.event_id) and ${after}::int8 = 0 end`);
  return moved > 0;
}
