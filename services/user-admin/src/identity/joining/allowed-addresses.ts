import { errors } from '@parley/core';
import type { Queryable } from '@parley/db';
import type { Realm } from '../../kernel/domain/realm.ts';
import { listDomains } from '../../organization/db/domains.ts';
import { objectionTo } from '../domain/address-rules.ts';

/** What speaks against an address in this organization, as its person reads it; undefined for nothing. */
export type AddressRule = (email: string) => string | undefined;

/** Which addresses people may have (settings `emails_restricted_to_domains`, `disallow_disposable_email_addresses`). */
export async function addressRule(db: Queryable, { settings }: Realm): Promise<AddressRule> {
  const domains = settings.emails_restricted_to_domains ? await listDomains(db) : undefined;
  const disposable = settings.disallow_disposable_email_addresses ? await disposableDomains() : undefined;
  return (email) => objectionTo(email, { domains, disposable });
}

/** @throws BAD_REQUEST for an address that nobody may have here */
export async function requireAllowedAddress(db: Queryable, realm: Realm, email: string): Promise<void> {
  const objection = (await addressRule(db, realm))(email);
  if (objection !== undefined) throw errors.badRequest(objection);
}

/** Loaded on first use: a megabyte of names. */
async function disposableDomains(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('mailchecker');
  return list.blacklist();
}
