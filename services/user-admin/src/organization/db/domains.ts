import { type Queryable, sql, type Tx } from '@parley/db';

/** With `allowSubdomains`, addresses at its subdomains may join, too. */
export type AllowedDomain = { domain: string; allowSubdomains: boolean };

export const maxDomains = 1_000;

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

export async function updateDomain(tx: Tx, { domain, allowSubdomains }: AllowedDomain): Promise<void> {
  await tx.execute(sql`update domains set allow_subdomains = ${allowSubdomains} where domain = ${domain}`);
}

export async function deleteDomain(tx: Tx, domain: string): Promise<boolean> {
  return (await tx.execute(sql`delete from domains where domain = ${domain}`)) > 0;
}
