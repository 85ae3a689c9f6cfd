import { type Queryable, sql, type Tx } from '@parley/db';

export type Session = {
  sessionId: number;
  userId: number;
  /** Unix time, whole seconds, like `lastUsedAt`. */
  createdAt: number;
  lastUsedAt: number;
  client: string;
  address: string;
};

const columns = sql`session_id as "sessionId", user_id as "userId",
  extract(epoch from created_at)::int8 as "createdAt", extract(epoch from last_used_at)::int8 as "lastUsedAt",
  client, address`;

/**
 * Whether a session has not ended: by its own lifetime, by a shorter one that the organization has set since, or
 * because it was not used for as long as the organization allows.
 */
const isOpen = sql`expires_at > now()
  and created_at > now() - make_interval(hours => coalesce(
    (select (settings ->> 'session_lifetime_hours')::int from organization), 8760))
  and (coalesce((select (settings ->> 'session_idle_hours')::int from organization), 0) = 0
    or last_used_at > now() - make_interval(hours =>
      (select (settings ->> 'session_idle_hours')::int from organization)))`;

/** Maximum number of sessions of one person. A further session ends the oldest. */
const maxSessions = 50;

/** Stores a new session and returns its ID. */
export async function insertSession(
  tx: Tx,
  session: { userId: number; tokenSha256: Buffer; lifeSeconds: number; client: string; address: string },
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

/** Returns the session with a token; undefined when the session has ended. */
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

/** Records that a session is used, at most once a minute. */
export async function touchSession(db: Queryable, sessionId: number): Promise<void> {
  await db.execute(sql`update sessions set last_used_at = now()
    where session_id = ${sessionId} and last_used_at < now() - interval '1 minute'`);
}

/** Returns the sessions of a person that have not ended, the newest first. */
export function listSessions(db: Queryable, userId: number): Promise<Session[]> {
  return db.many<Session>(sql`select ${columns} from sessions
    where user_id = ${userId} and ${isOpen} order by session_id desc limit ${maxSessions}`);
}

/** Ends a session. Returns false when the person has no such session. */
export async function deleteSession(tx: Tx, userId: number, sessionId: number): Promise<boolean> {
  return (
    (await tx.execute(sql`delete from sessions where user_id = ${userId} and session_id = ${sessionId}`)) > 0
  );
}

/** Ends all sessions of a person, or all except one. Returns how many it ended. */
export async function deleteSessionsOf(tx: Tx, userId: number, exceptSessionId = 0): Promise<number> {
  return tx.execute(sql`delete from sessions where user_id = ${userId} and session_id <> ${exceptSessionId}`);
}

/** Returns whether a factor was proven in a session within the last `withinSeconds`. The sign-in counts, too. */
export async function isSessionConfirmed(
  db: Queryable,
  sessionId: number,
  withinSeconds: number,
): Promise<boolean> {
  const row =
    await db.maybeOne(sql`select from sessions where session_id = ${sessionId} and expires_at > now()
    and confirmed_at > now() - make_interval(secs => ${withinSeconds})`);
  return row !== undefined;
}

/** Stores that a factor was proven in a session. */
export async function confirmSession(tx: Tx, sessionId: number): Promise<void> {
  await tx.execute(sql`update sessions set confirmed_at = now() where session_id = ${sessionId}`);
}
