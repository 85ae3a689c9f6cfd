/** What a transaction could see; parley.common.v1.Snapshot without its position. */
export type VisibleSet = { xmin: number; xmax: number; inProgress: readonly number[] };

/**
 * Whether the effects of a transaction were part of what the snapshot read.
 * Transaction 0 (signals) belongs to no snapshot and is never visible.
 */
export function isVisible(transactionId: number, snapshot: VisibleSet): boolean {
  if (transactionId <= 0) return false;
  if (transactionId < snapshot.xmin) return true;
  if (transactionId >= snapshot.xmax) return false;
  return !snapshot.inProgress.includes(transactionId);
}

/** Reads the text form of `pg_current_snapshot()`: `xmin:xmax:xip,xip…`, 64-bit IDs. @throws RangeError */
export function parseSnapshot(text: string): VisibleSet {
  const match = /^(\d+):(\d+):([\d,]*)$/.exec(text);
  if (!match) throw new RangeError(`not a snapshot: ${text}`);
  const inProgress = match[3] === '' ? [] : match[3]!.split(',').map(Number);
  return { xmin: Number(match[1]), xmax: Number(match[2]), inProgress };
}
