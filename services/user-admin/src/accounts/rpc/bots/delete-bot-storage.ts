import type { DeleteBotStorageRequest, DeleteBotStorageResponse } from '@parley/proto/useradmin/v1/personal';
import { changeOwnData } from '../../../kernel/change-own-data.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteTexts } from '../../db/bot-storage.ts';
import { noSuchKey } from '../../domain/bot-storage.ts';

/** With the given keys, or all. @throws BAD_REQUEST, without a change, when a key does not exist */
export async function deleteBotStorage(
  _ctx: Ctx,
  { hasKeys, keys }: DeleteBotStorageRequest,
  scope: DbScope,
): Promise<DeleteBotStorageResponse> {
  return changeOwnData(scope, async (tx, { userId }) => {
    const deleted = await deleteTexts(tx, userId, hasKeys ? keys : undefined);
    if (hasKeys && deleted < new Set(keys).size) throw noSuchKey();
    return {};
  });
}
