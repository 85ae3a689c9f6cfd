import { type Queryable, sql } from '@parley/db';
import { roles } from '@parley/rules';
import { ldapMethod, passwordMethod } from '../../kernel/domain/sign-in-methods.ts';

export async function ownersMethods(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ method: string }>(sql`
    with owners as (select user_id from users where role = ${roles.owner} and is_active)
    select ${passwordMethod} as method from owners where
      exists (select from credentials as c where c.user_id = owners.user_id and c.password_hash is not null)
      or exists (select from passkeys as p where p.user_id = owners.user_id)
    union
    select case i.method when 'ldap' then ${ldapMethod} else i.method end
      from owners join external_identities as i using (user_id)`);
  return new Set(rows.map(({ method }) => method));
}
