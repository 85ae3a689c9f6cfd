/**
 * The transactions that a database snapshot contains (parley.common.v1.Snapshot without its position). A snapshot of an earlier
 * release has no timeline; then only transaction IDs are compared.
 */
export type VisibleSet = { xmin: number; xmax: number; inProgress: readonly number[]; timeline?: number };

/** Upper limit of transaction IDs in a key. It suffices for a century with a thousand transactions per second. */
const MAX_TRANSACTION_ID = 2 ** 42;
/** Upper limit of timelines in a key. A key of both parts is below 2^53. */
const MAX_TIMELINE = 2 ** 11;

/**
 * Returns a number that identifies a transaction in the whole history of a database: the ID together with the timeline on which
 * it was committed (0 when unknown). The ID alone is not unique: a promoted standby may assign IDs again that the former
 * primary had assigned to transactions which the standby did not receive.
 */
export const transactionKey = (transactionId: number, timeline: number): number =>
  (timeline % MAX_TIMELINE) * MAX_TRANSACTION_ID + transactionId;

export const transactionIdOf = (key: number): number => key % MAX_TRANSACTION_ID;

/**
 * Returns whether a snapshot contains the changes of a transaction.
 * - It contains every transaction that was committed on an earlier timeline, and none of a later timeline.
 * - On the same timeline, or when one of the timelines is unknown, the transaction IDs decide.
 * - It never contains transaction 0, which stands for signals (ephemeral events that no transaction emits).
 * @param key key of the transaction (`transactionKey`)
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
