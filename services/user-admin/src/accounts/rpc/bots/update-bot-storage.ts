import type { UpdateBotStorageRequest, UpdateBotStorageResponse } from '@parley/proto/useradmin/v1/personal';
import { changeOwnData } from '../../../kernel/change-own-data.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { putTexts, storageSize } from '../../db/bot-storage.ts';
import { checkKeys, checkSize } from '../../domain/bot-storage.ts';

/** Other keys keep their texts. @throws BAD_REQUEST for keys too long, or texts too large or too many */
export async function updateBotStorage(
  _ctx: Ctx,
  { entries }: UpdateBotStorageRequest,
  scope: DbScope,
): Promise<UpdateBotStorageResponse> {
  checkKeys(entries);
  return changeOwnData(scope, async (tx, { userId }) => {
    await putTexts(tx, userId, entries);
    checkSize(await storageSize(tx, userId));
    return {};
  });
}
