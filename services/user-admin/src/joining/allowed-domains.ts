import { errors } from '@parley/core';
import type { Queryable } from '@parley/db';
import { listDomains } from '../db/domains.ts';
import type { Realm } from '../db/realm.ts';
import { isInDomains } from '../domain/invitation-rules.ts';

/** @throws BAD_REQUEST where only some domains may join, and the address is of none of them */
export async function requireAllowedDomain(db: Queryable, realm: Realm, email: string): Promise<void> {
  if (!realm.settings.emails_restricted_to_domains) return;
  if (!isInDomains(email, await listDomains(db))) {
    throw errors.badRequest('Addresses of this domain cannot join this organization.');
  }
}
