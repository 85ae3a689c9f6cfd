/** The position relative to the anchor: -1 before it, 0 at it, 1 after it. */
import { itemAt } from '@parley/core';

export type WithSide = { side: -1 | 0 | 1 };

export type Cut<Row> = {
  messages: Row[];
  foundOldest: boolean;
  foundNewest: boolean;
  foundAnchor: boolean;
};

/**
 * Removes the additional messages from a window that was read with one message more than requested on each side. `foundOldest`
 * is true when the narrow (the filter of the request) has no older message than the result, `foundNewest` when it has no newer
 * one.
 * @param rows messages in ascending order of ID
 */
export function cutWindow<Row extends WithSide>(
  rows: readonly Row[],
  { before, after }: { before: number; after: number },
): Cut<Row> {
  const older = rows.filter(({ side }) => side === -1);
  const anchor = rows.filter(({ side }) => side === 0);
  const newer = rows.filter(({ side }) => side === 1);
  return {
    messages: [...older.slice(Math.max(0, older.length - before)), ...anchor, ...newer.slice(0, after)],
    foundOldest: older.length <= before,
    foundNewest: newer.length <= after,
    foundAnchor: anchor.length > 0,
  };
}

/**
 * Shortens a window to a maximum size. It keeps the messages closest to the anchor, at least one. On a side where it removes
 * messages, `foundOldest` or `foundNewest` becomes false, so clients request the missing messages.
 */
export function fitWindow<Row extends WithSide>(
  cut: Cut<Row>,
  bytesOf: (row: Row) => number,
  maxBytes: number,
): Cut<Row> {
  const { messages } = cut;
  const sizes = messages.map(bytesOf);
  if (sizes.reduce((sum, size) => sum + size, 0) <= maxBytes) return cut;
  // `middle` is the index of the anchor, or where the anchor would be. The result has the messages from `start` up to, but not
  // including, `end`.
  const middle = messages.filter(({ side }) => side === -1).length;
  let [start, end, left] = [middle, middle, maxBytes];
  const older = { bytes: 0 };
  const newer = { bytes: 0 };
  while (start > 0 || end < messages.length) {
    const takesNewer = end < messages.length && (start === 0 || newer.bytes <= older.bytes);
    const size = itemAt(sizes, takesNewer ? end : start - 1);
    if (size > left && end > start) break;
    left -= size;
    if (takesNewer) {
      end++;
      newer.bytes += size;
    } else {
      start--;
      older.bytes += size;
    }
  }
  return {
    ...cut,
    messages: messages.slice(start, end),
    foundOldest: cut.foundOldest && start === 0,
    foundNewest: cut.foundNewest && end === messages.length,
  };
}
