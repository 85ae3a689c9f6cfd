import { type Queryable, sql, type Tx } from '@parley/db';

/** Returns whether the organization was created. */
export async function hasOrganization(db: Queryable): Promise<boolean> {
  return (await db.maybeOne(sql`select 1 as found from organization`)) !== undefined;
}

/** Stores a salt for the setup secret, unless there is one. */
export async function insertSetupSalt(db: Queryable, salt: Buffer): Promise<void> {
  await db.execute(sql`insert into first_run (salt) values (${salt}) on conflict do nothing`);
}

/** Returns the salt of the setup secret; undefined when the organization was created, or before the first start. */
export async function findSetupSalt(db: Queryable): Promise<Buffer | undefined> {
  const row = await db.maybeOne<{ salt: Buffer }>(sql`select salt from first_run`);
  return row?.salt;
}

/** Makes the setup secret invalid, once the organization was created. */
export async function deleteSetupSalt(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from first_run`);
}
