/**
 * Position of an event in PostgreSQL's commit order. Positions are comparable within one system, timeline and slot
 * generation.
 */
export type CommitPosition = {
  /** Position of the transaction's commit record in the write-ahead log, in bytes. */
  commitLsn: number;
  /** Index of the event within its transaction. */
  index: number;
};

/** The position before every event. */
export const BEFORE_ALL: CommitPosition = { commitLsn: 0, index: -1 };

/**
 * Compares two positions. Returns a negative number when `a` is first, 0 when they are equal, and otherwise a positive
 * number.
 */
export function comparePositions(a: CommitPosition, b: CommitPosition): number {
  return a.commitLsn - b.commitLsn || a.index - b.index;
}

/**
 * Parses a position such as `16/B374D848` into a number of bytes.
 * @throws RangeError when the text is not a position
 */
export function parseLsn(text: string): number {
  const match = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text);
  if (!match) throw new RangeError(`not a write-ahead log position: ${text}`);
  return Number.parseInt(match[1]!, 16) * 2 ** 32 + Number.parseInt(match[2]!, 16);
}

/** Formats a number of bytes in PostgreSQL's notation. */
export function formatLsn(lsn: number): string {
  const high = Math.floor(lsn / 2 ** 32);
  return `${high.toString(16).toUpperCase()}/${(lsn % 2 ** 32).toString(16).toUpperCase()}`;
}
