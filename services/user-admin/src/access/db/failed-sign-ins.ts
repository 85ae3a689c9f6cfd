import { sql, type Tx } from '@parley/db';

/** Serializes the sign-ins of one account on all replicas, so that parallel guesses are counted like sequential ones. */
export async function lockAccount(tx: Tx, accountKey: Buffer): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${accountKey.readBigInt64BE(0).toString()}::int8)`);
}

/** Counts up to `limit`. Also returns the age of the oldest counted failure, in seconds. */
export async function recentFailures(
  tx: Tx,
  accountKey: Buffer,
  windowSeconds: number,
  limit: number,
): Promise<{ count: number; oldestAgeSeconds: number }> {
  const row = await tx.one<{ count: number; age: number | null }>(sql`
    select count(*) as count, extract(epoch from clock_timestamp() - min(failed_at))::float8 as age
      from (select failed_at from failed_sign_ins
             where account_key = ${accountKey}
               and failed_at > clock_timestamp() - make_interval(secs => ${windowSeconds})
             order by failed_at desc limit ${limit}) as recent`);
  return { count: row.count, oldestAgeSeconds: row.age ?? 0 };
}

/** Stores a failure. Also deletes up to 100 failures that are older than the window, so that the table stays small. */
export async function insertFailure(tx: Tx, accountKey: Buffer, windowSeconds: number): Promise<void> {
  await tx.execute(sql`delete from failed_sign_ins where ctid = any (array(
    select ctid from failed_sign_ins where failed_at < clock_timestamp() - make_interval(secs => ${windowSeconds})
     order by failed_at limit 100))`);
  await tx.execute(sql`insert into failed_sign_ins (account_key) values (${accountKey})`);
}

export async function deleteLatestFailure(tx: Tx, accountKey: Buffer): Promise<void> {
  await tx.execute(sql`delete from failed_sign_ins where ctid = (
    select ctid from failed_sign_ins where account_key = ${accountKey} order by failed_at desc limit 1)`);
}

export async function deleteFailures(tx: Tx, ...keys: readonly Buffer[]): Promise<void> {
  await tx.execute(sql`delete from failed_sign_ins where account_key = any (${keys}::bytea[])`);
}
