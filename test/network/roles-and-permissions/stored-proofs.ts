import { type Db, sql } from '@parley/db';

/** Makes the last confirmation in all sessions of a person too old for dangerous steps. */
export const ageProofs = (db: Db, userId: number): Promise<number> =>
  db.execute(sql`update user_admin.sessions set confirmed_at = now() - interval '11 minutes'
    where user_id = ${userId}`);

/** Deletes the password of a person, as if the person had only ever signed in at a provider. */
export const removePassword = (db: Db, userId: number): Promise<number> =>
  db.execute(sql`update user_admin.credentials set password_hash = null where user_id = ${userId}`);
