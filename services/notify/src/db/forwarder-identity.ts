import { randomBytes } from 'node:crypto';
import { type Db, sql } from '@parley/db';

/**
 * Returns the secret that identifies this organization at the forwarding service, or creates it. All replicas get the
 * same one.
 */
export async function forwarderIdentity(db: Db): Promise<Buffer> {
  await db.execute(sql`
    insert into forwarder_identity (secret) values (${randomBytes(32)}) on conflict do nothing`);
  const { secret } = await db.one<{ secret: Buffer }>(sql`select secret from forwarder_identity`);
  return secret;
}
