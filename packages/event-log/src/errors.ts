/** A stream on the server differs from what this release needs; the message says in what. */
export class StreamMismatchError extends Error {
  override name = 'StreamMismatchError';
}

/** What was asked for is no longer (or was never) in the log. */
export class LogGapError extends Error {
  override name = 'LogGapError';
}

/** Somebody else changed the record since it was read. */
export class RecordConflictError extends Error {
  override name = 'RecordConflictError';
}
