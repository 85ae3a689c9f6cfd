/**
 * The transactions that a snapshot contains: parley.common.v1.Snapshot without its position. Without a timeline (an
 * earlier release took it), transactions are compared by their IDs alone.
 */
export type VisibleSet = { xmin: number; xmax: number; inProgress: readonly number[]; timeline?: number };

/** IDs of transactions stay below, which suffices for a century at a thousand per second. */
const MAX_TRANSACTION_ID = 2 ** 42;
/** Both parts of a key fit into 53 bits. */
const MAX_TIMELINE = 2 ** 11;

/**
 * Returns a number that identifies a transaction in the whole history of a database: its ID, together with the timeline
 * on which it was committed (0 when that is unknown). A promoted standby assigns IDs that the former primary had
 * assigned to transactions which the standby did not receive.
 */
export const transactionKey = (transactionId: number, timeline: number): number =>
  (timeline % MAX_TIMELINE) * MAX_TRANSACTION_ID + transactionId;

/** Returns the ID of a transaction from its key. */
export const transactionIdOf = (key: number): number => key % MAX_TRANSACTION_ID;

/**
 * Returns whether a snapshot contains the effects of a transaction, by its key. A snapshot contains every transaction
 * that was committed on an earlier timeline, and none of a later one. Transaction 0 (of signals) is in no snapshot.
 */
export function isVisible(key: number, snapshot: VisibleSet): boolean {
  const transactionId = transactionIdOf(key);
  if (transactionId === 0) return false;
  const committedOn = Math.floor(key / MAX_TRANSACTION_ID);
  if (committedOn !== 0 && snapshot.timeline) {
    const readOn = snapshot.timeline % MAX_TIMELINE;
    if (committedOn !== readOn) return committedOn < readOn;
  }
  if (transactionId < snapshot.xmin) return true;
  if (transactionId >= snapshot.xmax) return false;
  return !snapshot.inProgress.includes(transactionId);
}
