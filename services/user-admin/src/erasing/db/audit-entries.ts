import { sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** The accounts whose values are erased (a person and their bots), with the person's address before the erasure. */
type Erased = { userIds: readonly UserId[]; email: string };

/** Chained entries of old releases must stay, because their hash covers the values. */
const isErasable = sql`(position is null or details_hash is not null)`;

/**
 * Erases data about a person from the audit log. Deletes the details of entries about the person and their bots, and of entries
 * whose details contain the person's address. Deletes the client and network address of entries by the person and their bots. Actor, action, account, time
 * and the details of entries about erasures stay. Returns the number of changed values.
 */
export async function eraseAuditEntries(tx: Tx, { userIds, email }: Erased): Promise<number> {
  const details = await tx.execute(sql`
    update audit_entries set details = '{}', details_salt = null
     where ${isErasable} and details <> '{}' and action not like 'user.eras%'
       and (user_id = any(${userIds}::int8[]) or strpos(fold_name(details::text), fold_name(${email})) > 0)`);
  const origins = await tx.execute(sql`
    update audit_entries set client = '', address = '', origin_salt = null
     where ${isErasable} and actor_id = any(${userIds}::int8[]) and (client, address) <> ('', '')`);
  return details + origins;
}
