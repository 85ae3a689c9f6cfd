/** The transactions that a snapshot contains: parley.common.v1.Snapshot without its position. */
export type VisibleSet = { xmin: number; xmax: number; inProgress: readonly number[] };

/** Returns whether a snapshot contains the effects of a transaction. Transaction 0 (of signals) is in no snapshot. */
export function isVisible(transactionId: number, snapshot: VisibleSet): boolean {
  if (transactionId <= 0) return false;
  if (transactionId < snapshot.xmin) return true;
  if (transactionId >= snapshot.xmax) return false;
  return !snapshot.inProgress.includes(transactionId);
}
