import type { Scope } from '@parley/facts';
import type {
  RebuildSearchIndexRequest,
  RebuildSearchIndexResponse,
} from '@parley/proto/messaging/v1/searching';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';

/**
 * Begins to make all documents of the search index again; a worker does it, and searches go on. A rebuild that runs goes on. Only
 * operators of the server may call it. @throws UNAUTHORIZED_PRINCIPAL for a call of a person or visitor
 */
export async function rebuildSearchIndex(
  { searchIndex }: Ctx,
  _request: RebuildSearchIndexRequest,
  scope: Scope,
): Promise<RebuildSearchIndexResponse> {
  requireOperator(scope.call);
  const wasRunning = !(await searchIndex.state()).isComplete;
  if (!wasRunning) await searchIndex.restart();
  return { wasRunning };
}
