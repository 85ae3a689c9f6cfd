import { maxIdsPerEvent } from '@parley/core';

/** Bytes of client JSON in one event, below the log's limit to leave room for the rest of the event. */
const maxJsonBytes = 380 * 1024;

/** People whose subscription object is the same. */
export type LookGroup<Look> = { look: Look; userIds: number[] };

/**
 * Splits people into events. People with the same look share one object. An event has at most `limit` people, and as many
 * looks as fit.
 * @param bytesPerLook size of one encoded object, subscriber list included
 */
export function chunkByLook<Look>(
  groups: readonly LookGroup<Look>[],
  bytesPerLook: number,
  limit = maxIdsPerEvent,
): LookGroup<Look>[][] {
  const maxLooks = Math.max(1, Math.floor(maxJsonBytes / Math.max(1, bytesPerLook)));
  const chunks: LookGroup<Look>[][] = [];
  let remaining = 0;
  for (const { look, userIds } of groups) {
    for (let start = 0; start < userIds.length; ) {
      const last = chunks.at(-1);
      if (!last || remaining === 0 || last.length >= maxLooks) {
        chunks.push([]);
        remaining = limit;
      }
      const part = userIds.slice(start, start + remaining);
      chunks.at(-1)!.push({ look, userIds: part });
      start += part.length;
      remaining -= part.length;
    }
  }
  return chunks;
}
