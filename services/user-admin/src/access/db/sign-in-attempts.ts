import { anyOf, type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** Person and session at a provider, if they are known. Ending their sessions also ends the sign-in. */
export type Beginner = {
  userId?: UserId | undefined;
  provider?: { method: string; subject: string; providerSession: string | null } | undefined;
};

/** Also deletes up to 100 expired attempts, so that the table stays small. */
export async function insertAttempt(
  tx: Tx,
  attempt: { stateSha256: Buffer; sealed: Buffer; lifeSeconds: number; beginner: Beginner },
): Promise<void> {
  await deleteExpired(tx);
  const { userId, provider } = attempt.beginner;
  await tx.execute(sql`
    insert into sign_in_attempts (state_sha256, sealed, expires_at, user_id, method, subject, provider_session)
    values (${attempt.stateSha256}, ${attempt.sealed}, now() + make_interval(secs => ${attempt.lifeSeconds}),
      ${userId ?? null}, ${provider?.method ?? null}, ${provider?.subject ?? null},
      ${provider?.providerSession ?? null})`);
}

async function deleteExpired(tx: Tx): Promise<void> {
  await tx.execute(
    sql`delete from sign_in_attempts where ctid = ${anyOf(sql`
    select ctid from sign_in_attempts where expires_at < now() order by expires_at limit 100
       for update skip locked`)}`,
  );
}

/** Returns false when the token was used before. A concurrent request waits for the other one. */
export async function insertUsedToken(
  tx: Tx,
  used: { tokenSha256: Buffer; sealed: Buffer; lifeSeconds: number },
): Promise<boolean> {
  await deleteExpired(tx);
  const rows = await tx.execute(sql`
    insert into sign_in_attempts (state_sha256, sealed, expires_at)
    values (${used.tokenSha256}, ${used.sealed}, now() + make_interval(secs => ${used.lifeSeconds}))
    on conflict (state_sha256) do nothing`);
  return rows > 0;
}

/** Deletes an attempt and returns its encrypted content; undefined when it does not exist or has expired. */
export async function takeAttempt(db: Queryable, stateSha256: Buffer): Promise<Buffer | undefined> {
  const row = await db.maybeOne<{ sealed: Buffer; is_valid: boolean }>(sql`
    delete from sign_in_attempts where state_sha256 = ${stateSha256} returning sealed, expires_at > now() as is_valid`);
  return row?.is_valid ? row.sealed : undefined;
}

/** Returns the encrypted content of an attempt without deleting it; undefined when it does not exist or has expired. */
export async function findAttempt(db: Queryable, stateSha256: Buffer): Promise<Buffer | undefined> {
  const row = await db.maybeOne<{ sealed: Buffer }>(
    sql`select sealed from sign_in_attempts where state_sha256 = ${stateSha256} and expires_at > now()`,
  );
  return row?.sealed;
}

export async function deleteAttempt(db: Queryable, stateSha256: Buffer): Promise<boolean> {
  return (await db.execute(sql`delete from sign_in_attempts where state_sha256 = ${stateSha256}`)) > 0;
}

/** Deletes a person's sign-ins that wait for a second factor, tickets, and verified answers of identity providers. */
export async function deleteAttemptsOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(sql`delete from sign_in_attempts where user_id = ${userId}`);
}
