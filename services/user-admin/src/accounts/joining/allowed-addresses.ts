import { errors, type PlainErrorText } from '@parley/core';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { listDomains } from '../../organization/db/domains.ts';
import { refusalOfAddress } from '../../people/domain/address-rules.ts';

/** Returns the reason for which an address is refused, as a sentence for its owner; undefined for a permitted address. */
export type AddressRule = (email: string) => PlainErrorText | undefined;

/** By the settings `emails_restricted_to_domains` and `disallow_disposable_email_addresses`. */
export async function addressRule(scope: DbScope | TxScope): Promise<AddressRule> {
  const settings = await scope.settings();
  const domains = settings.emails_restricted_to_domains ? await listDomains(scope) : undefined;
  const disposable = settings.disallow_disposable_email_addresses ? await disposableDomains() : undefined;
  return (email) => refusalOfAddress(email, { domains, disposable });
}

/** Checks that the organization permits an address. @throws BAD_REQUEST otherwise */
export async function requireAllowedAddress(scope: DbScope | TxScope, email: string): Promise<void> {
  const objection = (await addressRule(scope))(email);
  if (objection !== undefined) throw errors.badRequest(objection);
}

/** Loads the list of domains for disposable addresses. Loads it only when needed, because it takes a megabyte of memory. */
async function disposableDomains(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('mailchecker');
  return list.blacklist();
}
