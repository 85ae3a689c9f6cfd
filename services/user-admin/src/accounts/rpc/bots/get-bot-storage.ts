import type { GetBotStorageRequest, GetBotStorageResponse } from '@parley/proto/useradmin/v1/personal';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { readStorage } from '../../db/bot-storage.ts';
import { noSuchKey } from '../../domain/bot-storage.ts';

/** With the given keys, or all. @throws BAD_REQUEST when a key does not exist */
export async function getBotStorage(
  _ctx: Ctx,
  { hasKeys, keys }: GetBotStorageRequest,
  scope: DbScope,
): Promise<GetBotStorageResponse> {
  const { userId } = await scope.caller();
  const { json, count } = await readStorage(scope, userId, hasKeys ? keys : undefined);
  if (hasKeys && count < new Set(keys).size) throw noSuchKey();
  return { storageJson: Buffer.from(json) };
}
