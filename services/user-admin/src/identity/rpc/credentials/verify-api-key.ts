import { timingSafeEqual } from 'node:crypto';
import { errors } from '@parley/core';
import type { VerifyApiKeyRequest, VerifyApiKeyResponse } from '@parley/proto/useradmin/v1/user_admin';
import { emailKey } from '@parley/rules';
import { factOf } from '../../../kernel/domain/person.ts';
import type { Ctx } from '../../context.ts';
import { findApiKeyHolder } from '../../db/credentials.ts';

/** Whose API key it is. One lookup by hash and constant-time comparisons, whoever is asked about. */
export async function verifyApiKey(
  ctx: Ctx,
  { email, keySha256 }: VerifyApiKeyRequest,
): Promise<VerifyApiKeyResponse> {
  const holder = keySha256.length === 32 ? await findApiKeyHolder(ctx.db, keySha256) : undefined;
  const { person } = holder ?? {};
  const given = emailKey(email);
  const isTheirs = [person?.email ?? '', person?.deliveryEmail ?? '']
    .map((address) => sameText(emailKey(address), given))
    .includes(true);
  if (!holder || !isTheirs) throw errors.unauthorized('Invalid API key');
  if (!holder.person.isActive) throw errors.userDeactivated();
  return { user: factOf(holder.person), snapshot: holder.snapshot };
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
