import { type Queryable, sql, type Tx } from '@parley/db';

/**
 * A domain whose email addresses may join an organization that restricts joining to such domains. With `allowSubdomains`, so may
 * addresses at its subdomains.
 */
export type AllowedDomain = { domain: string; allowSubdomains: boolean };

export const maxDomains = 1_000;

/** Returns all permitted domains. */
export function listDomains(db: Queryable): Promise<AllowedDomain[]> {
  return db.many<AllowedDomain>(
    sql`select domain, allow_subdomains as "allowSubdomains" from domains order by domain`,
  );
}

/** Stores a domain. Returns false when it is already stored. */
export async function insertDomain(tx: Tx, { domain, allowSubdomains }: AllowedDomain): Promise<boolean> {
  return (
    (await tx.execute(sql`
      insert into domains (domain, allow_subdomains) values (${domain}, ${allowSubdomains})
      on conflict do nothing`)) > 0
  );
}

/** Stores whether subdomains of a domain are permitted. */
export async function updateDomain(tx: Tx, { domain, allowSubdomains }: AllowedDomain): Promise<void> {
  await tx.execute(sql`update domains set allow_subdomains = ${allowSubdomains} where domain = ${domain}`);
}

/** Deletes a domain. Returns false when the domain is not stored. */
export async function deleteDomain(tx: Tx, domain: string): Promise<boolean> {
  return (await tx.execute(sql`delete from domains where domain = ${domain}`)) > 0;
}
