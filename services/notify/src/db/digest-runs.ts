import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** One day's digests, which this replica is writing. The people with IDs up to `afterUserId` are done. */
export type DigestRun = { day: string; afterUserId: UserId };

/** A day as `2026-01-31`. @returns undefined when all are written, or while another replica writes them */
export async function claimDigests(
  db: Queryable,
  day: string,
  leaseSeconds: number,
): Promise<DigestRun | undefined> {
  const row = await db.maybeOne<{ afterUserId: UserId }>(sql`
    insert into digest_runs as r (day, claimed_until)
    values (${day}, now() + make_interval(secs => ${leaseSeconds}))
    on conflict (day) do update set claimed_until = excluded.claimed_until
     where r.finished_at is null and r.claimed_until <= now()
    returning after_user_id as "afterUserId"`);
  return row && { day, afterUserId: row.afterUserId };
}

/**
 * Stores how far the digests of a day are written, and extends the claim.
 * @param isLast whether the digests of the day are complete
 * @returns false, without a change, when another replica has stored a different position or completed the day
 */
export async function advanceDigests(
  tx: Tx,
  { day, afterUserId }: DigestRun,
  to: { afterUserId: UserId; isLast: boolean; leaseSeconds: number },
): Promise<boolean> {
  const moved = await tx.execute(sql`
    update digest_runs set after_user_id = ${to.afterUserId},
           claimed_until = now() + make_interval(secs => ${to.leaseSeconds}),
           finished_at = case when ${to.isLast}::boolean then now() end
     where day = ${day} and after_user_id = ${afterUserId} and finished_at is null`);
  return moved > 0;
}

export async function releaseDigests(db: Queryable, day: string): Promise<void> {
  await db.execute(
    sql`update digest_runs set claimed_until = now() where day = ${day} and finished_at is null`,
  );
}

export async function deleteOldDigestRuns(db: Queryable, days: number): Promise<void> {
  await db.execute(sql`delete from digest_runs where day < current_date - ${days}::int`);
}

/** Returns the seconds since 08:00 UTC, when today's digests became due; 0 when they are complete or were not begun. */
export async function measureDigests(db: Queryable): Promise<number> {
  const { seconds } = await db.one<{ seconds: number }>(sql`
    select greatest(0, coalesce(max(extract(epoch from now() at time zone 'UTC' - (day + time '08:00'))), 0))::float8 as seconds
      from digest_runs where finished_at is null and day = (now() at time zone 'UTC')::date`);
  return seconds;
}
