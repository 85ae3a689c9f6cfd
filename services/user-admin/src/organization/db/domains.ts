import { type Queryable, sql, type Tx } from '@parley/db';

/** A domain that addresses of new people may have, with `allowSubdomains` also those below it. */
export type AllowedDomain = { domain: string; allowSubdomains: boolean };

export const maxDomains = 1_000;

/** Domains whose addresses may join. */
export function listDomains(db: Queryable): Promise<AllowedDomain[]> {
  return db.many<AllowedDomain>(
    sql`select domain, allow_subdomains as "allowSubdomains" from domains order by domain`,
  );
}

/** False when it is there already. */
export async function insertDomain(tx: Tx, { domain, allowSubdomains }: AllowedDomain): Promise<boolean> {
  return (
    (await tx.execute(sql`
      insert into domains (domain, allow_subdomains) values (${domain}, ${allowSubdomains})
      on conflict do nothing`)) > 0
  );
}

/** False when there is no such domain. */
export async function updateDomain(tx: Tx, { domain, allowSubdomains }: AllowedDomain): Promise<boolean> {
  return (
    (await tx.execute(
      sql`update domains set allow_subdomains = ${allowSubdomains} where domain = ${domain}`,
    )) > 0
  );
}

/** Whether it was there. */
export async function deleteDomain(tx: Tx, domain: string): Promise<boolean> {
  return (await tx.execute(sql`delete from domains where domain = ${domain}`)) > 0;
}
