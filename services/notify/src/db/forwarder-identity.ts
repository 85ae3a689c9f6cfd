import { randomBytes } from 'node:crypto';
import { type Db, sql } from '@parley/db';

/** Random, created on the first call. All replicas get the same secret. */
export async function forwarderIdentity(db: Db): Promise<Buffer> {
  await db.execute(sql`
    insert into forwarder_identity (secret) values (${randomBytes(32)}) on conflict do nothing`);
  const { secret } = await db.one<{ secret: Buffer }>(sql`select secret from forwarder_identity`);
  return secret;
}
