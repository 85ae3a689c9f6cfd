import { sql, type Tx } from '@parley/db';

/**
 * Makes sign-ins of one account take turns, on all replicas, until the transaction ends: whoever guesses in
 * parallel is counted like anybody else.
 */
export async function lockAccount(tx: Tx, accountKey: Buffer): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${accountKey.readBigInt64BE(0).toString()}::int8)`);
}

/** Failures within the last `windowSeconds`, and how many seconds ago the oldest of the newest `limit` was. */
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

/** Also drops some of what is too old to count, so that the table stays as large as half an hour of failures. */
export async function insertFailure(tx: Tx, accountKey: Buffer, windowSeconds: number): Promise<void> {
  await tx.execute(sql`delete from failed_sign_ins where ctid = any (array(
    select ctid from failed_sign_ins where failed_at < clock_timestamp() - make_interval(secs => ${windowSeconds})
     order by failed_at limit 100))`);
  await tx.execute(sql`insert into failed_sign_ins (account_key) values (${accountKey})`);
}

/** The account has been signed in to. */
export async function deleteFailures(tx: Tx, accountKey: Buffer): Promise<void> {
  await tx.execute(sql`delete from failed_sign_ins where account_key = ${accountKey}`);
}
