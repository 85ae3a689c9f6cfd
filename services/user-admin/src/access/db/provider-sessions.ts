import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

export type ProviderSession = {
  method: string;
  subject: string;
  /** ID of the provider's own session (`sid`); null when the provider sends none. */
  providerSession: string | null;
  idTokenSealed: Buffer | null;
};

export async function insertProviderSession(
  tx: Tx,
  sessionId: number,
  session: ProviderSession,
): Promise<void> {
  await tx.execute(sql`insert into provider_sessions (session_id, method, subject, provider_session, id_token_sealed)
    values (${sessionId}, ${session.method}, ${session.subject}, ${session.providerSession},
      ${session.idTokenSealed})`);
}

export function findProviderSession(db: Queryable, sessionId: number): Promise<ProviderSession | undefined> {
  return db.maybeOne<ProviderSession>(sql`
    select method, subject, provider_session as "providerSession", id_token_sealed as "idTokenSealed"
      from provider_sessions where session_id = ${sessionId}`);
}

/** When both are given, both must match. When neither is given, no session matches. */
export type AtProvider = { subject?: string | undefined; providerSession?: string | undefined };

function isOf(method: string, { subject, providerSession }: AtProvider) {
  if (subject === undefined && providerSession === undefined) return sql`false`;
  const ofSubject = subject === undefined ? sql`true` : sql`p.subject = ${subject}`;
  const ofSession = providerSession === undefined ? sql`true` : sql`p.provider_session = ${providerSession}`;
  return sql`p.method = ${method} and ${ofSubject} and ${ofSession}`;
}

/** Returns the IDs of people who have sessions or incomplete sign-ins at a provider, in ascending order. */
export async function findPeopleOfProvider(tx: Tx, method: string, wanted: AtProvider): Promise<UserId[]> {
  const rows = await tx.many<{ userId: UserId }>(sql`
    select s.user_id as "userId" from sessions as s join provider_sessions as p using (session_id)
     where ${isOf(method, wanted)}
     union select p.user_id from sign_in_attempts as p where p.user_id is not null and ${isOf(method, wanted)}
     order by 1`);
  return rows.map(({ userId }) => userId);
}

export function deleteSessionsOfProvider(
  tx: Tx,
  method: string,
  wanted: AtProvider,
): Promise<{ userId: UserId; count: number }[]> {
  return tx.many<{ userId: UserId; count: number }>(sql`
    with ended as (
      delete from sessions as s using provider_sessions as p
       where p.session_id = s.session_id and ${isOf(method, wanted)}
      returning s.user_id)
    select user_id as "userId", count(*) as count from ended group by user_id order by user_id`);
}

/**
 * Deletes sign-ins at a provider that are not complete: those that wait for a second factor, tickets with which a desktop client
 * opens a session, and verified answers of the provider. Returns their number for each person. `userId` is 0 for answers that
 * belong to no account.
 */
export function deleteAttemptsOfProvider(
  tx: Tx,
  method: string,
  wanted: AtProvider,
): Promise<{ userId: UserId; count: number }[]> {
  return tx.many<{ userId: UserId; count: number }>(sql`
    with ended as (delete from sign_in_attempts as p where ${isOf(method, wanted)} returning p.user_id)
    select coalesce(user_id, 0) as "userId", count(*) as count from ended group by 1 order by 1`);
}
