import { type Queryable, sql, type Tx } from '@parley/db';
import type { ServiceName } from '../domain/phone.ts';

/** A phone that the forwarding service is to forget; all phones of the person without a token. */
export type PhoneRemoval = {
  removalId: number;
  userId: number;
  service: ServiceName | null;
  token: string | null;
  attempts: number;
};

/** Stores that the forwarding service is to forget a phone, or all phones of a person. */
export async function insertRemoval(
  tx: Tx,
  userId: number,
  phone?: { service: ServiceName; token: string },
): Promise<void> {
  await tx.execute(sql`
    insert into phone_removals (user_id, service, token)
    values (${userId}, ${phone?.service ?? null}, ${phone?.token ?? null})`);
}

/** Claims removals that are due: no other replica claims them for `leaseSeconds`. */
export const claimRemovals = (
  db: Queryable,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<PhoneRemoval[]> =>
  db.many<PhoneRemoval>(sql`
    update phone_removals set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
     where removal_id in (select removal_id from phone_removals where next_attempt_at <= now()
                           order by next_attempt_at limit ${limit} for update skip locked)
    returning removal_id as "removalId", user_id as "userId", service, token, attempts`);

/** Deletes a removal that is done or given up. */
export async function deleteRemoval(db: Queryable, removalId: number): Promise<void> {
  await db.execute(sql`delete from phone_removals where removal_id = ${removalId}`);
}

/** Sets when a removal is tried again. */
export async function postponeRemoval(db: Queryable, removalId: number, dueAt: Date): Promise<void> {
  await db.execute(sql`update phone_removals set next_attempt_at = ${dueAt} where removal_id = ${removalId}`);
}
