import type { ListAlertWordsResponse } from '@parley/proto/useradmin/v1/personal';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listAllAlertWords } from '../../db/personal.ts';

/** The service that searches messages for them caches them (`alertWordsChanged`). */
export async function listAlertWords(
  _ctx: Ctx,
  _request: unknown,
  scope: DbScope,
): Promise<ListAlertWordsResponse> {
  const { value, snapshot } = await scope.snapshot((tx) => listAllAlertWords(tx));
  return { people: value, snapshot };
}
