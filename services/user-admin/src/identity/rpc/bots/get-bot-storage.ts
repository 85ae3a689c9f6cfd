import type { GetBotStorageRequest, GetBotStorageResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { readStorage } from '../../db/bot-storage.ts';
import { noSuchKey } from '../../domain/bot-storage.ts';

/**
 * Texts that the caller's account keeps: of the keys named, or all.
 * @throws BAD_REQUEST when one of the keys is not there, UNAUTHORIZED
 */
export async function getBotStorage(
  ctx: Ctx,
  { hasKeys, keys }: GetBotStorageRequest,
  call: Call,
): Promise<GetBotStorageResponse> {
  const { userId } = await requireCaller(ctx.db, call);
  const { json, count } = await readStorage(ctx.db, userId, hasKeys ? keys : undefined);
  if (hasKeys && count < new Set(keys).size) throw noSuchKey();
  return { storageJson: Buffer.from(json) };
}
