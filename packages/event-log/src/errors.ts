/** A stream on the server differs from the one that this release needs. The message says how. */
export class StreamMismatchError extends Error {
  override name = 'StreamMismatchError';
}

/** The requested part was never in the log, or was removed from it. */
export class LogGapError extends Error {
  override name = 'LogGapError';
}

/** The record was changed since it was read. */
export class RecordConflictError extends Error {
  override name = 'RecordConflictError';
}
