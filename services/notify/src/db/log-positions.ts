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
 * Returns the ID of the last person for whom a worker has decided about an event: 0 at the beginning, undefined when
 * the worker has handled the whole event.
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
export type DecisionStep = { messageId: number; after: number; upTo: number };

/**
 * Locks the row that stores up to which person a worker has decided about an event, until the transaction ends.
 * @returns false when another process has already decided for the people of this step, or about the whole event
 */
export async function lockStep(
  tx: Tx,
  worker: string,
  { epoch, eventId }: LogPlace,
  { messageId, after }: DecisionStep,
): Promise<boolean> {
  // A conflict locks the row, also where the condition is false.
  await tx.execute(sql`
    insert into decision_steps as s (worker, epoch, event_id, message_id, after_user_id)
    values (${worker}, ${epoch}, ${eventId}, ${messageId}, 0)
    on conflict (worker) do update
      set epoch = excluded.epoch, event_id = excluded.event_id, message_id = excluded.message_id, after_user_id = 0
     where (s.epoch, s.event_id) < (excluded.epoch, excluded.event_id)`);
  // A replica of the release before steps decides about the whole event and moves the position alone.
  const position = await tx.maybeOne<{ isHandled: boolean }>(sql`
    select (epoch, event_id) >= (${epoch}, ${eventId}) as "isHandled" from log_positions
     where worker = ${worker} for share`);
  const { isNext } = await tx.one<{ isNext: boolean }>(sql`
    select exists (select 1 from decision_steps
                    where worker = ${worker} and epoch = ${epoch} and event_id = ${eventId}
                      and after_user_id = ${after}) as "isNext"`);
  return isNext && position?.isHandled !== true;
}

/**
 * Stores that a worker has decided for the people of a step, whose lock the caller holds. It comes after what was decided, which
 * would be taken for a repetition otherwise (the migration 0009).
 */
export async function advanceStep(tx: Tx, worker: string, { messageId, upTo }: DecisionStep): Promise<void> {
  await tx.execute(sql`
    update decision_steps set message_id = ${messageId}, after_user_id = ${upTo} where worker = ${worker}`);
}
