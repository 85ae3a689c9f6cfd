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
