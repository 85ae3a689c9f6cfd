/** A stream on the server differs from what this release needs. The message says how. */
export class StreamMismatchError extends Error {
  override name = 'StreamMismatchError';
}

/** The requested part is not in the log, or was removed from it. */
export class LogGapError extends Error {
  override name = 'LogGapError';
}

/** The record was changed since it was read. */
export class RecordConflictError extends Error {
  override name = 'RecordConflictError';
}
