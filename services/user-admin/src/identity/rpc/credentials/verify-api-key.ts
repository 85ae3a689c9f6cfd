import { timingSafeEqual } from 'node:crypto';
import { errors } from '@parley/core';
import type { VerifyApiKeyRequest, VerifyApiKeyResponse } from '@parley/proto/useradmin/v1/user_admin';
import { emailKey } from '@parley/rules';
import { requireActiveOrganization } from '../../../kernel/caller.ts';
import { factOf } from '../../../kernel/domain/person.ts';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { findApiKeyHolder } from '../../db/credentials.ts';

/**
 * Returns the account that has an address and API key. It takes one lookup by hash and comparisons in constant time,
 * whatever the address.
 * @throws UNAUTHORIZED, USER_DEACTIVATED
 */
export async function verifyApiKey(
  _ctx: Ctx,
  { email, keySha256 }: VerifyApiKeyRequest,
  scope: Scope,
): Promise<VerifyApiKeyResponse> {
  const holder = keySha256.length === 32 ? await findApiKeyHolder(scope, keySha256) : undefined;
  const { person } = holder ?? {};
  const given = emailKey(email);
  const isTheirs = [person?.email ?? '', person?.deliveryEmail ?? '']
    .map((address) => sameText(emailKey(address), given))
    .includes(true);
  if (!holder || !isTheirs) throw errors.unauthorized('Invalid API key');
  await requireActiveOrganization(scope);
  if (!holder.person.isActive) throw errors.userDeactivated();
  return { user: factOf(holder.person), snapshot: holder.snapshot, language: holder.language ?? '' };
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
