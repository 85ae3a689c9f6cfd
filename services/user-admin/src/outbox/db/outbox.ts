import { anyOf, type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** @param userId the recipient; undefined if the recipient has no account */
export async function insertOutgoing(tx: Tx, sealed: Buffer, userId: UserId | undefined): Promise<void> {
  await tx.execute(sql`insert into outbox (sealed, user_id) values (${sealed}, ${userId ?? null})`);
}

export type Claimed = { outboxId: number; sealed: Buffer; attempts: number };

/** Due again after a growing delay, unless it is deleted first. Undefined while the organization is deactivated. */
export function claimOutgoing(db: Queryable, retrySeconds: number): Promise<Claimed | undefined> {
  return db.maybeOne<Claimed>(sql`
    update outbox set attempts = attempts + 1,
           next_attempt_at = now() + make_interval(secs => ${retrySeconds} * power(2, least(attempts, 8)))
     where outbox_id = ${anyOf(sql`
             select outbox_id from outbox where next_attempt_at <= now()
                and not exists (select from organization where deactivated_at is not null)
              order by next_attempt_at limit 1 for update skip locked`)}
    returning outbox_id as "outboxId", sealed, attempts`);
}

/** Deletes an entry, after its delivery or after the last attempt. */
export async function deleteOutgoing(db: Queryable, outboxId: number): Promise<void> {
  await db.execute(sql`delete from outbox where outbox_id = ${outboxId}`);
}
