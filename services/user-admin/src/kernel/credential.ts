import { errors } from '@parley/core';
import { requirePrincipal } from '@parley/rpc';
import { isCredentialValid } from './db/proof.ts';
import type { DbScope, TxScope } from './scope.ts';

/**
 * Checks that the API key or session of the call has not ended since the gateway accepted it. A gateway accepts a key for up to a
 * second after its end, and a request can take longer.
 * @throws UNAUTHORIZED otherwise
 */
export async function requireCredential(scope: DbScope | TxScope): Promise<void> {
  const { userId, sessionId, keySha256 } = requirePrincipal(scope.call);
  const isValid = await isCredentialValid(scope, {
    userId,
    ...(sessionId !== undefined && { sessionId }),
    ...(keySha256 !== undefined && { keySha256: Buffer.from(keySha256, 'base64') }),
  });
  if (!isValid) throw errors.unauthorized();
}
