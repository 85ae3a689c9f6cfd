import { type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';

/** Identifies an event of the log. An epoch is one life of the stream: a recreated stream has a new epoch. */
export type LogPlace = { epoch: string; eventId: number };

/** Locks the row until the transaction ends. @returns false when the worker has already handled the event */
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

/** Locks the position of a worker until the transaction ends, and returns it; undefined when the worker has handled nothing. */
export const lockPosition = (tx: Tx, worker: string): Promise<LogPlace | undefined> =>
  tx.maybeOne<LogPlace>(sql`
    select epoch, event_id as "eventId" from log_positions where worker = ${worker} for update`);

/** 0 when it has not begun, and undefined when it has handled the whole event. */
export async function decidedUpTo(
  db: Queryable,
  worker: string,
  { epoch, eventId }: LogPlace,
): Promise<number | undefined> {
  const { isHandled, afterUserId } = await db.one<{ isHandled: boolean; afterUserId: UserId }>(sql`
    select exists (select 1 from log_positions
                    where worker = ${worker} and (epoch, event_id) >= (${epoch}, ${eventId})) as "isHandled",
           coalesce((select after_user_id from decision_steps
                      where worker = ${worker} and epoch = ${epoch} and event_id = ${eventId}), 0) as "afterUserId"`);
  return isHandled ? undefined : afterUserId;
}

/** One step of a decision: it covers the people with IDs above `after`, up to and including `upTo`. */
export type DecisionStep = { messageId: MessageId; after: number; upTo: number };

/** @returns false when another process has decided for the people of this step, or about the whole event */
export async function lockStep(
  tx: Tx,
  worker: string,
  { epoch, eventId }: LogPlace,
  { messageId, after }: DecisionStep,
): Promise<boolean> {
  // On a conflict, PostgreSQL locks the existing row even when the condition does not update it.
  await tx.execute(sql`
    insert into decision_steps as s (worker, epoch, event_id, message_id, after_user_id)
    values (${worker}, ${epoch}, ${eventId}, ${messageId}, 0)
    on conflict (worker) do update
      set epoch = excluded.epoch, event_id = excluded.event_id, message_id = excluded.message_id, after_user_id = 0
     where (s.epoch, s.event_id) < (excluded.epoch, excluded.event_id)`);
  // A replica of an older release, which does not know steps, decides about the whole event and stores only the position.
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
 * Stores that a worker has decided for the people of a step. The caller holds the lock of `lockStep`. Call this after storing
 * the step's notifications: a trigger deletes notifications of people whose step is already stored (migration 0009).
 */
export async function advanceStep(tx: Tx, worker: string, { messageId, upTo }: DecisionStep): Promise<void> {
  await tx.execute(sql`
    update decision_steps set message_id = ${messageId}, after_user_id = ${upTo} where worker = ${worker}`);
}
