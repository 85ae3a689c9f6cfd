import { lastItem, maxIdsPerEvent } from '@parley/core';
import type { UserId } from '@parley/rules';

/** In bytes. The log allows larger events; the difference is for the rest of the event. */
const maxJsonBytes = 380 * 1024;

/** People with the same personal settings. One subscription object serves all of them. */
export type SettingsGroup<Settings> = { settings: Settings; userIds: UserId[] };

/**
 * Splits people into chunks, one for each event. People with the same settings share one object. A chunk has at most `limit`
 * people, and at most as many objects as fit into an event.
 * @param bytesPerObject size of one encoded object, including its list of subscribers
 */
export function chunkBySettings<Settings>(
  groups: readonly SettingsGroup<Settings>[],
  bytesPerObject: number,
  limit = maxIdsPerEvent,
): SettingsGroup<Settings>[][] {
  const maxObjects = Math.max(1, Math.floor(maxJsonBytes / Math.max(1, bytesPerObject)));
  const chunks: SettingsGroup<Settings>[][] = [];
  let remaining = 0;
  for (const { settings, userIds } of groups) {
    for (let start = 0; start < userIds.length; ) {
      const last = chunks.at(-1);
      if (!last || remaining === 0 || last.length >= maxObjects) {
        chunks.push([]);
        remaining = limit;
      }
      const part = userIds.slice(start, start + remaining);
      lastItem(chunks).push({ settings, userIds: part });
      start += part.length;
      remaining -= part.length;
    }
  }
  return chunks;
}
