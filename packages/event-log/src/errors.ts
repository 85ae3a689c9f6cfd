/** A stream on the server has other settings than this release requires. The message lists the differences. */
export class StreamMismatchError extends Error {
  override name = 'StreamMismatchError';
}

/** The requested part of the log does not exist, because it was removed or never written. */
export class LogGapError extends Error {
  override name = 'LogGapError';
}

/** The record has changed since it was read. */
export class RecordConflictError extends Error {
  override name = 'RecordConflictError';
}
