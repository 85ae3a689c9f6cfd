import type { FindFileTextsRequest, FindFileTextsResponse } from '@parley/proto/upload/v1/texts';
import { contextLine, parseSearch, tsqueryOf } from '@parley/search-text';
import type { Ctx } from '../context.ts';
import { findTexts, textStatuses } from '../db/file-texts.ts';

const maxFiles = 200;
const maxStatuses = 1_000;

/** Checks no permission: messaging finds out which of the messages the reader may read. */
export async function findFileTexts(
  ctx: Ctx,
  { query, limit, pathIds, beforeMessageId }: FindFileTextsRequest,
): Promise<FindFileTextsResponse> {
  const expression = parseSearch(query);
  const tsquery = tsqueryOf(expression);
  const before = beforeMessageId === 0 ? Number.MAX_SAFE_INTEGER : beforeMessageId;
  const found =
    tsquery === undefined
      ? []
      : await findTexts(ctx.db, tsquery, { before, limit: Math.min(limit, maxFiles) });
  const wanted = [...pathIds.slice(0, maxStatuses), ...found.map(({ pathId }) => pathId)];
  return {
    statuses: wanted.length > 0 ? await textStatuses(ctx.db, wanted) : {},
    files: found.map(({ pathId, fileName, text, messageIds }) => ({
      pathId,
      name: fileName,
      context: contextLine(text, expression) ?? '',
      messageIds,
    })),
  };
}
