import { lastItem } from '@parley/core';
import type { Query } from '@parley/db';
import type { MessageId } from '@parley/rules';
import type { SearchExpression } from '@parley/search-text';
import type { Ctx } from '../context.ts';
import { nearestIds, type Source } from '../db/reading/message-window.ts';
import type { Direction } from '../db/reading/nearest-messages.ts';
import { meetingCondition } from '../db/searching/search-documents.ts';
import type { CandidateSearch } from '../search/search-index.ts';

/** Which messages to find: those closest to an ID on one of its sides, in this order. */
export type NearestSearch = Pick<CandidateSearch, 'above' | 'below' | 'inTopic' | 'channelId'> & {
  anchor: number;
  limit: number;
  direction: Direction;
  /** SQL condition on message `m`. It contains what the reader may read. */
  where: Query;
};

/** A first step has about twice as many messages as are wanted, because some of them may not be for the reader. */
const moreThanWanted = 2;
/** Smaller steps cost as much as this one. */
const minStep = 128;
/** Maximum number of messages whose texts are compared at once. */
const maxCompared = 2_000;

/**
 * Returns the messages closest to an ID whose texts fit and that meet the condition. The index finds texts, whoever asks; then
 * PostgreSQL tells which of these messages are for the reader. It reads no further than it has to, and the result is exact.
 */
export async function findReadable(
  ctx: Ctx,
  expression: SearchExpression,
  { anchor, limit, direction, where, above, below, ...place }: NearestSearch,
  signal: AbortSignal,
): Promise<number[]> {
  const isOlder = direction === 'older';
  const candidates = ctx.searchIndex.candidates(expression, {
    ...place,
    above: isOlder ? above : Math.max(anchor, above),
    below: isOlder ? Math.min(anchor, below) : below,
    direction,
    wanted: Math.max(minStep, limit * moreThanWanted),
  });
  const found: number[] = [];
  for await (const ids of candidates) {
    const missing = limit - found.length;
    found.push(...(await meetingCondition(ctx.db, ids, where, { direction, limit: missing })));
    if (found.length >= limit) break;
    signal.throwIfAborted();
  }
  return found;
}

/**
 * Returns a source with those messages of another one whose texts fit, for texts that no index finds: those without some words. It reads
 * the other source page by page.
 */
export function withFittingTexts(
  ctx: Ctx,
  source: Source,
  expression: SearchExpression,
  signal: AbortSignal,
): Source & { kind: 'filtered' } {
  const fits = (ids: readonly MessageId[]) => ctx.searchIndex.fitting(expression, ids);
  return {
    kind: 'filtered',
    of: source,
    fits,
    async nearest(anchor, limit, direction) {
      const found: number[] = [];
      let from = anchor;
      for (
        let size = Math.min(limit * moreThanWanted, maxCompared);
        ;
        size = Math.min(size * 2, maxCompared)
      ) {
        const ids = await nearestIds(ctx.db, source, { anchor: from, limit: size, direction });
        const fitting = await fits(ids);
        found.push(...ids.filter((id) => fitting.has(id)));
        if (found.length >= limit || ids.length < size) return found.slice(0, limit);
        signal.throwIfAborted();
        from = lastItem(ids);
      }
    },
  };
}
