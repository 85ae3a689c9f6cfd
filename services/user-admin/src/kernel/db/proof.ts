import { type Queryable, sql } from '@parley/db';
import type { UserId } from '@parley/rules';

export type StoredProof = {
  /** Whether the session is one of the caller and was confirmed recently. False without a session. */
  isConfirmed: boolean;
  /** Whether the API key is one of the caller and has not ended. True without an API key. */
  isKeyValid: boolean;
  /** Whether the API key is going to expire. False without an API key. */
  isKeyExpiring: boolean;
  hasPasskey: boolean;
  hasApp: boolean;
  hasRecoveryCode: boolean;
  /** Whether a password of this server is stored. */
  hasOwnPassword: boolean;
  /** Whether the account is linked to an entry of the LDAP directory. */
  isInLdap: boolean;
};

type Credential = { userId: UserId; sessionId?: number; keySha256?: Buffer };

/** For a bot, those of its owner. @param withinSeconds maximum age of a confirmation; the sign-in counts as one */
export function findProof(
  db: Queryable,
  { userId, sessionId, keySha256 }: Credential,
  withinSeconds: number,
): Promise<StoredProof> {
  return db.one<StoredProof>(sql`
    select exists (select from sessions as s
                    where s.session_id = ${sessionId ?? null}::int8 and s.user_id = ${userId} and s.expires_at > now()
                      and s.confirmed_at > now() - make_interval(secs => ${withinSeconds})) as "isConfirmed",
           ${keySha256 === undefined ? sql`true` : isKeyOf(userId, keySha256)} as "isKeyValid",
           exists (select from named_keys as n
                    where n.user_id = ${userId} and n.key_sha256 = ${keySha256 ?? null}::bytea
                      and n.expires_at is not null) as "isKeyExpiring",
           exists (select from passkeys as k where k.user_id = p.user_id) as "hasPasskey",
           exists (select from authenticator_apps as a
                    where a.user_id = p.user_id and a.confirmed_at is not null) as "hasApp",
           exists (select from recovery_codes as r where r.user_id = p.user_id) as "hasRecoveryCode",
           exists (select from credentials as c
                    where c.user_id = p.user_id and c.password_hash is not null) as "hasOwnPassword",
           exists (select from external_identities as i
                    where i.user_id = p.user_id and i.method = 'ldap') as "isInLdap"
      from (select coalesce(bot_owner_id, user_id) as user_id from users where user_id = ${userId}) as p`);
}

/** Returns whether a session is one of the account and has not ended, and the same of an API key. Each counts only if it is given. */
export async function isCredentialValid(
  db: Queryable,
  { userId, sessionId, keySha256 }: Credential,
): Promise<boolean> {
  const { isValid } = await db.one<{ isValid: boolean }>(sql`
    select ${keySha256 === undefined ? sql`true` : isKeyOf(userId, keySha256)}
       and (${sessionId ?? null}::int8 is null
            or exists (select from sessions where session_id = ${sessionId ?? null}::int8 and user_id = ${userId}
                          and expires_at > now())) as "isValid"`);
  return isValid;
}

const isKeyOf = (userId: UserId, keySha256: Buffer) => sql`(
  exists (select from credentials as c where c.user_id = ${userId} and c.api_key_sha256 = ${keySha256})
  or exists (select from named_keys as n where n.user_id = ${userId} and n.key_sha256 = ${keySha256}
               and (n.expires_at is null or n.expires_at > now())))`;
