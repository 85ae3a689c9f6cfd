import { type Queryable, sql, type Tx } from '@parley/db';

export type ProviderSession = {
  method: string;
  subject: string;
  /** The provider's own session (`sid`); null when the provider names none. */
  providerSession: string | null;
  idTokenSealed: Buffer | null;
};

/** Stores which session of a provider a session belongs to. */
export async function insertProviderSession(
  tx: Tx,
  sessionId: number,
  session: ProviderSession,
): Promise<void> {
  await tx.execute(sql`insert into provider_sessions (session_id, method, subject, provider_session, id_token_sealed)
    values (${sessionId}, ${session.method}, ${session.subject}, ${session.providerSession},
      ${session.idTokenSealed})`);
}

/** Returns the session of a provider that a session belongs to. */
export function findProviderSession(db: Queryable, sessionId: number): Promise<ProviderSession | undefined> {
  return db.maybeOne<ProviderSession>(sql`
    select method, subject, provider_session as "providerSession", id_token_sealed as "idTokenSealed"
      from provider_sessions where session_id = ${sessionId}`);
}

/**
 * Ends the sessions of one person at a provider, or those of one session there; of both when both are given. Returns
 * the people and how many sessions each had.
 */
export function deleteSessionsOfProvider(
  tx: Tx,
  method: string,
  { subject, providerSession }: { subject?: string | undefined; providerSession?: string | undefined },
): Promise<{ userId: number; count: number }[]> {
  if (subject === undefined && providerSession === undefined) return Promise.resolve([]);
  const ofSubject = subject === undefined ? sql`true` : sql`p.subject = ${subject}`;
  const ofSession = providerSession === undefined ? sql`true` : sql`p.provider_session = ${providerSession}`;
  return tx.many<{ userId: number; count: number }>(sql`
    with ended as (
      delete from sessions as s using provider_sessions as p
       where p.session_id = s.session_id and p.method = ${method} and ${ofSubject} and ${ofSession}
      returning s.user_id)
    select user_id as "userId", count(*) as count from ended group by user_id order by user_id`);
}
