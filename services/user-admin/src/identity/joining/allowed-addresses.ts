import { errors } from '@parley/core';
import type { Scope, TxScope } from '../../kernel/scope.ts';
import { listDomains } from '../../organization/db/domains.ts';
import { objectionTo } from '../domain/address-rules.ts';

/** Returns why the organization does not accept an address, in words for its owner; undefined for an accepted one. */
export type AddressRule = (email: string) => string | undefined;

/**
 * Returns the rule for addresses of people (settings `emails_restricted_to_domains`,
 * `disallow_disposable_email_addresses`).
 */
export async function addressRule(scope: Scope | TxScope): Promise<AddressRule> {
  const settings = await scope.settings();
  const domains = settings.emails_restricted_to_domains ? await listDomains(scope) : undefined;
  const disposable = settings.disallow_disposable_email_addresses ? await disposableDomains() : undefined;
  return (email) => objectionTo(email, { domains, disposable });
}

/** @throws BAD_REQUEST when the organization does not accept the address */
export async function requireAllowedAddress(scope: Scope | TxScope, email: string): Promise<void> {
  const objection = (await addressRule(scope))(email);
  if (objection !== undefined) throw errors.badRequest(objection);
}

/** Loads the list on first use: it has a megabyte of names. */
async function disposableDomains(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('mailchecker');
  return list.blacklist();
}
