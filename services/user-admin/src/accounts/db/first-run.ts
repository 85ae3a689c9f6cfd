import { type Queryable, sql, type Tx } from '@parley/db';

export async function hasOrganization(db: Queryable): Promise<boolean> {
  return (await db.maybeOne(sql`select 1 as found from organization`)) !== undefined;
}

export async function insertSetupSalt(db: Queryable, salt: Buffer): Promise<void> {
  await db.execute(sql`insert into first_run (salt) values (${salt}) on conflict do nothing`);
}

/** Returns the salt of the setup secret; undefined before the first start, and after the organization was created. */
export async function findSetupSalt(db: Queryable): Promise<Buffer | undefined> {
  const row = await db.maybeOne<{ salt: Buffer }>(sql`select salt from first_run`);
  return row?.salt;
}

/** Deletes the salt of the setup secret, which makes the secret invalid. Call it when the organization is created. */
export async function deleteSetupSalt(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from first_run`);
}
