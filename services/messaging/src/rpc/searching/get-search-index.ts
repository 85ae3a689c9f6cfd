import type { Scope } from '@parley/facts';
import type { GetSearchIndexRequest, GetSearchIndexResponse } from '@parley/proto/messaging/v1/searching';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';

/**
 * Returns how far the search index is (docs/operations/search.md). Only operators of the server may call it.
 * @throws UNAUTHORIZED_PRINCIPAL for a call of a person or visitor
 */
export async function getSearchIndex(
  { searchIndex }: Ctx,
  _request: GetSearchIndexRequest,
  scope: Scope,
): Promise<GetSearchIndexResponse> {
  requireOperator(scope.call);
  const { startedAt, trouble, ...state } = await searchIndex.state();
  const left = state.isComplete ? 0 : await searchIndex.left();
  return { ...state, left, startedAt: startedAt ?? 0, trouble: trouble ?? '' };
}
