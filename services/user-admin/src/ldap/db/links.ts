import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { LdapAccount } from '../domain/plan-sync.ts';

/** Returns a page of people with their linked directory entries, ordered by ID. Bots are left out. */
export const listLdapAccounts = (
  db: Queryable,
  { afterUserId, limit }: { afterUserId: UserId; limit: number },
): Promise<LdapAccount[]> =>
  db.many<LdapAccount>(sql`
    select u.user_id as "userId", u.delivery_email as email, u.full_name as "fullName", u.is_active as "isActive",
           e.subject, coalesce(e.is_absent, false) as "isAbsent"
      from users as u left join external_identities as e on e.user_id = u.user_id and e.method = 'ldap'
     where u.user_id > ${afterUserId} and u.bot_type is null and not u.is_system_bot
     order by u.user_id limit ${limit}`);

/** Stores whether the directory entry of an account is missing. */
export async function storeAbsence(tx: Tx, userId: UserId, isAbsent: boolean): Promise<void> {
  await tx.execute(
    sql`update external_identities set is_absent = ${isAbsent} where user_id = ${userId} and method = 'ldap'`,
  );
}
