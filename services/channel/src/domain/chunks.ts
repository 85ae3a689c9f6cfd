import { maxIdsPerEvent } from '@parley/core';

/**
 * Maximum number of bytes of client JSON in one event. It is below the limit of the log, which leaves room for the rest
 * of the event.
 */
const maxJsonBytes = 380 * 1024;

/** People who have the same personal settings. They receive the same subscription object. */
export type SettingsGroup<Settings> = { settings: Settings; userIds: number[] };

/**
 * Divides people into events. People with the same settings share one object. An event has at most `limit` people, and
 * only as many objects as fit.
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
      chunks.at(-1)!.push({ settings, userIds: part });
      start += part.length;
      remaining -= part.length;
    }
  }
  return chunks;
}
