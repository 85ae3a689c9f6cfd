import type { GetAlertWordsRequest, GetAlertWordsResponse } from '@parley/proto/useradmin/v1/personal';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listAlertWords } from '../../db/personal.ts';

export async function getAlertWords(
  _ctx: Ctx,
  _request: GetAlertWordsRequest,
  scope: DbScope,
): Promise<GetAlertWordsResponse> {
  const { userId } = await scope.caller();
  return { alertWords: await listAlertWords(scope, userId) };
}
