import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { RotateNamedKeyRequest, RotateNamedKeyResponse } from '@parley/proto/useradmin/v1/keys';
import { prove } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { apiKeyRevoked } from '../../../people/events/people.ts';
import type { Ctx } from '../../context.ts';
import { findNamedKey, shortenNamedKey } from '../../db/named-keys.ts';
import { createKey } from '../../keys/create-named-key.ts';

/**
 * Creates a named API key with the name, scope and lifetime of an existing key, and returns it. The old key expires after
 * `overlapSeconds`, so that programs can be changed to the new key one after the other.
 * @throws BAD_REQUEST when the caller has no such key, or has too many keys; the errors of `prove`
 */
export async function rotateNamedKey(
  _ctx: Ctx,
  { keyId, overlapSeconds }: RotateNamedKeyRequest,
  scope: DbScope,
): Promise<RotateNamedKeyResponse> {
  return scope.write(async (tx) => {
    const userId = await prove(tx, 'api-key', (await tx.caller()).userId);
    const key = await findNamedKey(tx, userId, keyId);
    if (!key) throw errors.badRequest('No such API key');
    await shortenNamedKey(tx, keyId, overlapSeconds);
    await emit(tx, apiKeyRevoked(userId));
    return createKey(tx, {
      userId,
      name: key.name,
      scope: { isReadOnly: key.isReadOnly, areas: key.areas ?? [] },
      lifeSeconds: key.expiresAt === null ? null : key.expiresAt - key.createdAt,
      replaces: keyId,
    });
  });
}
