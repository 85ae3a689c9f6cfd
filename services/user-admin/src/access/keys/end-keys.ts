import { emit } from '@parley/db';
import type { UserId } from '@parley/rules';
import { lockUser } from '../../kernel/db/people.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { apiKeyRevoked } from '../../people/events/people.ts';
import { deleteNamedKeys } from '../db/named-keys.ts';

/** All replicas of the gateway refuse the keys within a second. */
export async function endNamedKeys(
  tx: TxScope,
  userId: UserId,
  keyId: number | undefined,
): Promise<{ keyId: number; name: string }[]> {
  // The guard of dangerous effects takes the same lock, so no key is made with a key that ends here.
  await lockUser(tx, userId);
  const deleted = await deleteNamedKeys(tx, userId, keyId);
  if (deleted.length > 0) await emit(tx, apiKeyRevoked(userId));
  return deleted.map(({ keyId: id, name }) => ({ keyId: id, name }));
}
