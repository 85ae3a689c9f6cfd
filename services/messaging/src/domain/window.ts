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
