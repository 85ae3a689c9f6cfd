import type { ListAlertWordsResponse } from '@parley/proto/useradmin/v1/personal';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listAllAlertWords } from '../../db/personal.ts';

/**
 * Returns all alert words, for the service that searches messages for them. The fact `alertWordsChanged` keeps its
 * cache up to date.
 */
export async function listAlertWords(
  _ctx: Ctx,
  _request: unknown,
  scope: Scope,
): Promise<ListAlertWordsResponse> {
  const { value, snapshot } = await scope.snapshot((tx) => listAllAlertWords(tx));
  return { people: value, snapshot };
}
