import { errors, errorText } from '@parley/core';
import type { KeyScope } from '@parley/proto/useradmin/v1/keys';
import { handOut, type UserId } from '@parley/rules';
import { audit } from '../../kernel/audit.ts';
import type { Proven } from '../../kernel/domain/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { insertNamedKey, listNamedKeys, maxNamedKeys } from '../db/named-keys.ts';
import { hashApiKey, newApiKey } from '../domain/secrets.ts';

export type NewKey = {
  userId: Proven<UserId, 'api-key'>;
  name: string;
  scope: KeyScope;
  /** Lifetime in seconds; null for a key that does not expire. */
  lifeSeconds: number | null;
  replaces?: number;
};

/** Only the hash of the key is stored. The proof has locked the account, so all keys are counted. @throws BAD_REQUEST */
export async function createKey(
  tx: TxScope,
  { userId, name, scope, lifeSeconds, replaces }: NewKey,
): Promise<{ keyId: number; apiKey: string }> {
  const now = Date.now() / 1000;
  const valid = (await listNamedKeys(tx, userId)).filter(({ expiresAt }) => (expiresAt ?? now + 1) > now);
  if (valid.length >= maxNamedKeys) {
    throw errors.badRequest(errorText('At most {limit} API keys are possible.', { limit: maxNamedKeys }));
  }
  const apiKey = handOut('API key', newApiKey(), tx.call.principal);
  const { isReadOnly } = scope;
  const areas = scope.areas.length > 0 ? scope.areas : null;
  const keySha256 = hashApiKey(apiKey);
  const keyId = await insertNamedKey(tx, {
    userId,
    keySha256,
    name,
    isReadOnly,
    areas,
    lifeSeconds,
  });
  await audit(tx, {
    action: replaces === undefined ? 'user.api_key_created' : 'user.api_key_rotated',
    userId,
    details: { keyId, name, isReadOnly, areas, lifeSeconds, ...(replaces !== undefined && { replaces }) },
  });
  return { keyId, apiKey };
}
