import type { UpdateBotStorageRequest, UpdateBotStorageResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { changeOwn } from '../../../kernel/change-own.ts';
import type { Ctx } from '../../context.ts';
import { putTexts, storageSize } from '../../db/bot-storage.ts';
import { checkKeys, checkSize } from '../../domain/bot-storage.ts';

/** Stores texts under their keys, in place of what was there. @throws BAD_REQUEST when they are too many or too large */
export async function updateBotStorage(
  ctx: Ctx,
  { entries }: UpdateBotStorageRequest,
  call: Call,
): Promise<UpdateBotStorageResponse> {
  checkKeys(entries);
  return changeOwn(ctx, call, async (tx, { userId }) => {
    await putTexts(tx, userId, entries);
    checkSize(await storageSize(tx, userId));
    return {};
  });
}
