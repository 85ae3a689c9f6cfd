import type { GetAlertWordsRequest, GetAlertWordsResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { listAlertWords } from '../../db/personal.ts';

/** The caller's alert words (contract, `get-alert-words`). @throws UNAUTHORIZED */
export async function getAlertWords(
  ctx: Ctx,
  _request: GetAlertWordsRequest,
  call: Call,
): Promise<GetAlertWordsResponse> {
  const { userId } = await requireCaller(ctx.db, call);
  return { alertWords: await listAlertWords(ctx.db, userId) };
}
