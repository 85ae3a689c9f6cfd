import type { DeleteBotStorageRequest, DeleteBotStorageResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { changeOwn } from '../../../kernel/change-own.ts';
import type { Ctx } from '../../context.ts';
import { deleteTexts } from '../../db/bot-storage.ts';
import { noSuchKey } from '../../domain/bot-storage.ts';

/** Forgets the texts of some keys, or all. @throws BAD_REQUEST when one of the keys is not there; then nothing changes */
export async function deleteBotStorage(
  ctx: Ctx,
  { hasKeys, keys }: DeleteBotStorageRequest,
  call: Call,
): Promise<DeleteBotStorageResponse> {
  return changeOwn(ctx, call, async (tx, { userId }) => {
    const deleted = await deleteTexts(tx, userId, hasKeys ? keys : undefined);
    if (hasKeys && deleted < new Set(keys).size) throw noSuchKey();
    return {};
  });
}
