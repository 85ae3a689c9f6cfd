import { type Queryable, sql, type Tx } from '@parley/db';

/** Returns how many people provisioning deactivated within the last day. */
export async function countDeactivations(db: Queryable): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from provisioned_deactivations where deactivated_at > now() - interval '1 day'`);
  return count;
}

/** Stores that provisioning deactivated a person, and deletes what is older than a day. */
export async function insertDeactivation(tx: Tx, userId: number): Promise<void> {
  await tx.execute(
    sql`delete from provisioned_deactivations where deactivated_at < now() - interval '1 day'`,
  );
  await tx.execute(sql`insert into provisioned_deactivations (user_id) values (${userId})
    on conflict (user_id) do update set deactivated_at = now()`);
}

/** Returns how many people beyond the limit an operator lets provisioning deactivate now. */
export async function findAllowedPeople(db: Queryable): Promise<number> {
  const row = await db.maybeOne<{ allowed_people: number }>(
    sql`select allowed_people from provisioning_limit where allowed_until > now()`,
  );
  return row?.allowed_people ?? 0;
}

/** Lets provisioning deactivate a number of people beyond the limit, for a day. */
export async function storeAllowedPeople(tx: Tx, people: number): Promise<void> {
  await tx.execute(
    sql`update provisioning_limit set allowed_people = ${people}, allowed_until = now() + interval '1 day'`,
  );
}

/** Returns whether owners have to be told of the limit now, at most once a day, and stores that they are. */
export async function claimNotification(tx: Tx): Promise<boolean> {
  const count = await tx.execute(sql`update provisioning_limit set owners_notified_at = now()
    where owners_notified_at is null or owners_notified_at < now() - interval '1 day'`);
  return count > 0;
}
