/** Position in PostgreSQL's commit order, comparable within one database system, timeline and slot. */
export type CommitPosition = {
  /** Position of the transaction's commit in the write-ahead log, in bytes. */
  commitLsn: number;
  /** Index of the event in its transaction, from 0. */
  index: number;
};

/** The position before every event. */
export const BEFORE_ALL: CommitPosition = { commitLsn: 0, index: -1 };

/** Compares two positions for sorting: negative when `a` comes first, 0 when they are equal, otherwise positive. */
export function comparePositions(a: CommitPosition, b: CommitPosition): number {
  return a.commitLsn - b.commitLsn || a.index - b.index;
}

/**
 * Parses a PostgreSQL LSN such as `16/B374D848` to a number of bytes.
 * @throws RangeError when the text is not an LSN
 */
export function parseLsn(text: string): number {
  const match = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text);
  if (!match) throw new RangeError(`not a write-ahead log position: ${text}`);
  const [, high = '', low = ''] = match;
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}

/** Formats a number of bytes as a PostgreSQL LSN such as `16/B374D848`. */
export function formatLsn(lsn: number): string {
  const high = Math.floor(lsn / 2 ** 32);
  return `${high.toString(16).toUpperCase()}/${(lsn % 2 ** 32).toString(16).toUpperCase()}`;
}
