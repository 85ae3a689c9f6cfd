import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** Returns the number of people whom an identity provider has deactivated by provisioning (SCIM) within the last day. */
export async function countDeactivations(db: Queryable): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from provisioned_deactivations where deactivated_at > now() - interval '1 day'`);
  return count;
}

/** Stores that provisioning has deactivated a person. Also deletes rows that are older than a day. */
export async function insertDeactivation(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(
    sql`delete from provisioned_deactivations where deactivated_at < now() - interval '1 day'`,
  );
  await tx.execute(sql`insert into provisioned_deactivations (user_id) values (${userId})
    on conflict (user_id) do update set deactivated_at = now()`);
}

/** Returns how many people beyond the daily limit provisioning may deactivate; 0 unless an operator has allowed some. */
export async function findAllowedPeople(db: Queryable): Promise<number> {
  const row = await db.maybeOne<{ allowed_people: number }>(
    sql`select allowed_people from provisioning_limit where allowed_until > now()`,
  );
  return row?.allowed_people ?? 0;
}

/** Allows provisioning to deactivate `people` people beyond the daily limit, for a day from now. 0 revokes this. */
export async function storeAllowedPeople(tx: Tx, people: number): Promise<void> {
  await tx.execute(
    sql`update provisioning_limit set allowed_people = ${people}, allowed_until = now() + interval '1 day'`,
  );
}

/** Returns whether to notify the owners now that the limit was reached, which is at most once a day. If so, stores the time. */
export async function claimNotification(tx: Tx): Promise<boolean> {
  const count = await tx.execute(sql`update provisioning_limit set owners_notified_at = now()
    where owners_notified_at is null or owners_notified_at < now() - interval '1 day'`);
  return count > 0;
}
