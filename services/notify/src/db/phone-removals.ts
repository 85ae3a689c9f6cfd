import { anyOf, type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { ServiceName } from '../domain/phone.ts';

/** At the forwarding service. `token` and `service` are null for all phones of the person. */
export type PhoneRemoval = {
  removalId: number;
  userId: UserId;
  service: ServiceName | null;
  token: string | null;
  attempts: number;
};

/** Stores that a phone of a person is to be unregistered from the forwarding service; without `phone`, all phones. */
export async function insertRemoval(
  tx: Tx,
  userId: UserId,
  phone?: { service: ServiceName; token: string },
): Promise<void> {
  await tx.execute(sql`
    insert into phone_removals (user_id, service, token)
    values (${userId}, ${phone?.service ?? null}, ${phone?.token ?? null})`);
}

export const claimRemovals = (
  db: Queryable,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<PhoneRemoval[]> =>
  db.many<PhoneRemoval>(sql`
    update phone_removals set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
     where removal_id = ${anyOf(sql`
             select removal_id from phone_removals where next_attempt_at <= now()
              order by next_attempt_at limit ${limit} for update skip locked`)}
    returning removal_id as "removalId", user_id as "userId", service, token, attempts`);

/** Deletes a removal that has succeeded or is not retried any more. */
export async function deleteRemoval(db: Queryable, removalId: number): Promise<void> {
  await db.execute(sql`delete from phone_removals where removal_id = ${removalId}`);
}

export async function postponeRemoval(db: Queryable, removalId: number, dueAt: Date): Promise<void> {
  await db.execute(sql`update phone_removals set next_attempt_at = ${dueAt} where removal_id = ${removalId}`);
}
