import { errors, errorText } from '@parley/core';
import type { KeyScope } from '@parley/proto/useradmin/v1/keys';
import { handOut } from '@parley/rules';
import { audit } from '../../kernel/audit.ts';
import { lockUser } from '../../kernel/db/people.ts';
import { prove } from '../../kernel/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { insertNamedKey, listNamedKeys, maxNamedKeys } from '../db/named-keys.ts';
import { hashApiKey, newApiKey } from '../domain/secrets.ts';

export type NewKey = {
  userId: number;
  name: string;
  scope: KeyScope;
  /** Lifetime in seconds; null for a key that does not expire. */
  lifeSeconds: number | null;
  /** ID of the key that the new one replaces. */
  replaces?: number;
};

/**
 * Creates a named API key for an account, and returns the key. Only its hash is stored.
 * @throws BAD_REQUEST for too many keys; the errors of `prove`
 */
export async function createKey(
  tx: TxScope,
  { userId, name, scope, lifeSeconds, replaces }: NewKey,
): Promise<{ keyId: number; apiKey: string }> {
  // Serializes the requests of one account, so that all of its keys are counted.
  await lockUser(tx, userId);
  const now = Date.now() / 1000;
  const valid = (await listNamedKeys(tx, userId)).filter(({ expiresAt }) => (expiresAt ?? now + 1) > now);
  if (valid.length >= maxNamedKeys) {
    throw errors.badRequest(errorText('At most {limit} API keys are possible.', { limit: maxNamedKeys }));
  }
  const provenId = await prove(tx, 'api-key', userId);
  const apiKey = handOut('API key', newApiKey(), tx.call.principal);
  const { isReadOnly } = scope;
  const areas = scope.areas.length > 0 ? scope.areas : null;
  const keySha256 = hashApiKey(apiKey);
  const keyId = await insertNamedKey(tx, {
    userId: provenId,
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
