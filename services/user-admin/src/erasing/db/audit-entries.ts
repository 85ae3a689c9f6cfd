import { sql, type Tx } from '@parley/db';

/** The person whose values are erased, with the former address. */
type Erased = { userId: number; email: string };

/** Chained entries of earlier releases are not erasable: their hash covers the values. */
const isErasable = sql`(position is null or details_hash is not null)`;

/**
 * Erases what the audit log says about a person: the details of entries about them and of entries that contain their
 * address, and the client and address of what they did. Actor, action, account and time stay. Returns the number of
 * entries.
 */
export async function eraseAuditEntries(tx: Tx, { userId, email }: Erased): Promise<number> {
  const details = await tx.execute(sql`
    update audit_entries set details = '{}', details_salt = null
     where ${isErasable} and details <> '{}' and action not like 'user.eras%'
       and (user_id = ${userId} or strpos(lower(details::text), lower(${email})) > 0)`);
  const origins = await tx.execute(sql`
    update audit_entries set client = '', address = '', origin_salt = null
     where ${isErasable} and actor_id = ${userId} and (client, address) <> ('', '')`);
  return details + origins;
}
