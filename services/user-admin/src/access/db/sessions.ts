import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

export type Session = {
  sessionId: number;
  userId: UserId;
  /** All times are in whole seconds since the Unix epoch. */
  createdAt: number;
  lastUsedAt: number;
  client: string;
  address: string;
};

const columns = sql`session_id as "sessionId", user_id as "userId",
  extract(epoch from created_at)::int8 as "createdAt", extract(epoch from last_used_at)::int8 as "lastUsedAt",
  client, address`;

/** A session ends after its lifetime, after a shorter one that the organization has set since, or when it is unused. */
const isOpen = sql`expires_at > now()
  and created_at > now() - make_interval(hours => coalesce(
    (select (settings ->> 'session_lifetime_hours')::int from organization), 8760))
  and (coalesce((select (settings ->> 'session_idle_hours')::int from organization), 0) = 0
    or last_used_at > now() - make_interval(hours =>
      (select (settings ->> 'session_idle_hours')::int from organization)))`;

/** Maximum number of sessions of one person. A new session beyond it ends the oldest. */
const maxSessions = 50;

export async function insertSession(
  tx: Tx,
  session: { userId: UserId; tokenSha256: Buffer; lifeSeconds: number; client: string; address: string },
): Promise<number> {
  await tx.execute(sql`delete from sessions where user_id = ${session.userId} and (expires_at <= now() or
    session_id <= (select session_id from sessions where user_id = ${session.userId}
                    order by session_id desc offset ${maxSessions - 1} limit 1))`);
  const { id } = await tx.one<{ id: number }>(sql`
    insert into sessions (user_id, token_sha256, expires_at, client, address)
    values (${session.userId}, ${session.tokenSha256}, now() + make_interval(secs => ${session.lifeSeconds}),
      ${session.client}, ${session.address}) returning session_id as id`);
  return id;
}

export function findSession(
  db: Queryable,
  tokenSha256: Buffer,
): Promise<(Session & { language: string | null }) | undefined> {
  return db.maybeOne<Session & { language: string | null }>(
    sql`select ${columns},
        (select settings ->> 'default_language' from user_settings as s where s.user_id = sessions.user_id) as language
      from sessions where token_sha256 = ${tokenSha256} and ${isOpen}`,
  );
}

/** Updates the time of the last use of a session. Writes at most once a minute. */
export async function touchSession(db: Queryable, sessionId: number): Promise<void> {
  await db.execute(sql`update sessions set last_used_at = now()
    where session_id = ${sessionId} and last_used_at < now() - interval '1 minute'`);
}

export function listSessions(db: Queryable, userId: UserId): Promise<Session[]> {
  return db.many<Session>(sql`select ${columns} from sessions
    where user_id = ${userId} and ${isOpen} order by session_id desc limit ${maxSessions}`);
}

export async function deleteSession(tx: Tx, userId: UserId, sessionId: number): Promise<boolean> {
  return (
    (await tx.execute(sql`delete from sessions where user_id = ${userId} and session_id = ${sessionId}`)) > 0
  );
}

export async function deleteSessionsOf(tx: Tx, userId: UserId, exceptSessionId = 0): Promise<number> {
  return tx.execute(sql`delete from sessions where user_id = ${userId} and session_id <> ${exceptSessionId}`);
}

export async function confirmSession(tx: Tx, sessionId: number): Promise<void> {
  await tx.execute(sql`update sessions set confirmed_at = now() where session_id = ${sessionId}`);
}

/** Returns whether the person has proven a factor in a session within the last ten seconds. */
export async function wasJustConfirmed(db: Queryable, sessionId: number): Promise<boolean> {
  const found = await db.maybeOne(sql`select 1 from sessions
    where session_id = ${sessionId} and confirmed_at > now() - interval '10 seconds'`);
  return found !== undefined;
}
