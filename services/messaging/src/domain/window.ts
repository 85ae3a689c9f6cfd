/** A message and where it lies from the anchor: -1 before, 0 at it, 1 after. */
export type Sided = { side: -1 | 0 | 1 };

export type Cut<Row> = {
  messages: Row[];
  foundOldest: boolean;
  foundNewest: boolean;
  foundAnchor: boolean;
};

/**
 * What an answer shows of a window that was read with one message more than asked on each side. `foundOldest`
 * says that nothing older than the answer exists in the narrow, `foundNewest` that nothing newer does.
 * @param rows ascending
 */
export function cutWindow<Row extends Sided>(
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
 * Of an answer as much as fits, around the anchor: at least one message, those next to it first. What is left out is
 * not found, so clients ask for it next, as for everything beyond what they asked for.
 */
export function fitWindow<Row extends Sided>(
  cut: Cut<Row>,
  bytesOf: (row: Row) => number,
  maxBytes: number,
): Cut<Row> {
  const { messages } = cut;
  const sizes = messages.map(bytesOf);
  if (sizes.reduce((sum, size) => sum + size, 0) <= maxBytes) return cut;
  // The anchor, or where it would be; the messages from `start` to before `end` fit.
  const middle = messages.filter(({ side }) => side === -1).length;
  let [start, end, left] = [middle, middle, maxBytes];
  const below = { bytes: 0 };
  const above = { bytes: 0 };
  while (start > 0 || end < messages.length) {
    const goesUp = end < messages.length && (start === 0 || above.bytes <= below.bytes);
    const size = sizes[goesUp ? end : start - 1]!;
    if (size > left && end > start) break;
    left -= size;
    if (goesUp) {
      end++;
      above.bytes += size;
    } else {
      start--;
      below.bytes += size;
    }
  }
  return {
    ...cut,
    messages: messages.slice(start, end),
    foundOldest: cut.foundOldest && start === 0,
    foundNewest: cut.foundNewest && end === messages.length,
  };
}
