import type { GetAlertWordsRequest, GetAlertWordsResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { listAlertWords } from '../db/personal.ts';
import { requireCaller } from './caller.ts';

export async function getAlertWords(
  ctx: Ctx,
  _request: GetAlertWordsRequest,
  call: Call,
): Promise<GetAlertWordsResponse> {
  const { userId } = await requireCaller(ctx.db, call);
  return { alertWords: await listAlertWords(ctx.db, userId) };
}
