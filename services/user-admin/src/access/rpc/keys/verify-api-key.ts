import { timingSafeEqual } from 'node:crypto';
import { errors } from '@parley/core';
import type { VerifyApiKeyRequest, VerifyApiKeyResponse } from '@parley/proto/useradmin/v1/user_admin';
import { emailKey } from '@parley/rules';
import { requireActiveOrganization } from '../../../kernel/caller.ts';
import { factOf } from '../../../kernel/domain/person.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { type ApiKeyHolder, findApiKeyHolder, touchAccountKey } from '../../db/credentials.ts';
import { findNamedKeyHolder, type NamedKeyRow, touchNamedKey } from '../../db/named-keys.ts';

/**
 * Returns the account with an address and API key, or of a webhook's key alone, and the permissions of the key. For every address, it looks up the key by
 * its hash and compares addresses in constant time, so that the duration reveals nothing.
 * @throws UNAUTHORIZED when the key is not a valid key of an account with the address, or the gateway does not know the limits of
 * the key; USER_DEACTIVATED when the account is deactivated; REALM_DEACTIVATED when the organization is deactivated
 */
export async function verifyApiKey(
  _ctx: Ctx,
  { email, keySha256, knowsScopes, isOfWebhook }: VerifyApiKeyRequest,
  scope: DbScope,
): Promise<VerifyApiKeyResponse> {
  const address = scope.call.remoteAddress ?? '';
  const holder = keySha256.length === 32 ? await holderOf(scope, keySha256, address) : undefined;
  const { person, key } = holder ?? {};
  const given = emailKey(email);
  const isTheirs = [person?.email ?? '', person?.deliveryEmail ?? '']
    .map((own) => sameText(emailKey(own), given))
    .includes(true);
  const isNamed = isOfWebhook ? isWebhookKey(holder) : isTheirs;
  if (!holder || !isNamed) throw errors.unauthorized('Invalid API key');
  // Gateways of the previous release do not know limited keys and would ignore their limits, so these keys are refused.
  if (key && isLimited(key) && !knowsScopes) throw errors.unauthorized('Invalid API key');
  await requireActiveOrganization(scope);
  if (!holder.person.isActive) throw errors.userDeactivated();
  if (key) await touchNamedKey(scope, key.keyId, address);
  else if (!holder.isUseStored) await touchAccountKey(scope, keySha256, address);
  return {
    user: factOf(holder.person),
    snapshot: holder.snapshot,
    language: holder.language ?? '',
    scope: key && isLimited(key) ? { isReadOnly: key.isReadOnly, areas: key.areas ?? [] } : undefined,
    expiresAt: key?.expiresAt ?? 0,
  };
}

type Holder = Omit<ApiKeyHolder, 'isUseStored'> & { isUseStored?: boolean; key?: NamedKeyRow };

const holderOf = async (scope: DbScope, keySha256: Buffer, address: string): Promise<Holder | undefined> =>
  (await findApiKeyHolder(scope, keySha256, address)) ?? (await findNamedKeyHolder(scope, keySha256));

/**
 * Returns whether a key may be part of the address of a webhook: it must be of a bot, and without limits. Keys of people are
 * credentials of everything that they may do, so they must not get into addresses, which programs log.
 */
const isWebhookKey = (holder: Holder | undefined): boolean =>
  holder?.person.isBot === true && !(holder.key && isLimited(holder.key));

const isLimited = ({ isReadOnly, areas }: NamedKeyRow): boolean => isReadOnly || areas !== null;

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
