import { maxIdsPerEvent } from '@parley/core';

/** Bytes of client JSON in one event at most; below the log's limit with room for the rest. */
const maxJsonBytes = 380 * 1024;

/** People whose subscription looks the same. */
export type LookGroup<Look> = { look: Look; userIds: number[] };

/**
 * Splits people into events. People with the same look share one object; an event holds at most 5,000 people and
 * as many looks as fit.
 * @param bytesPerLook size of one encoded object, subscriber list included.
 */
export function chunkByLook<Look>(
  groups: readonly LookGroup<Look>[],
  bytesPerLook: number,
  limit = maxIdsPerEvent,
): LookGroup<Look>[][] {
  const maxLooks = Math.max(1, Math.floor(maxJsonBytes / Math.max(1, bytesPerLook)));
  const chunks: LookGroup<Look>[][] = [];
  let room = 0;
  for (const { look, userIds } of groups) {
    for (let start = 0; start < userIds.length; ) {
      const last = chunks.at(-1);
      if (!last || room === 0 || last.length >= maxLooks) {
        chunks.push([]);
        room = limit;
      }
      const part = userIds.slice(start, start + room);
      chunks.at(-1)!.push({ look, userIds: part });
      start += part.length;
      room -= part.length;
    }
  }
  return chunks;
}
