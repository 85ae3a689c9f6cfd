/** A stream on the server has other settings than this release requires. The message lists the differences. */
export class StreamMismatchError extends Error {
  override name = 'StreamMismatchError';
}

/** The requested part of the log was removed or never written, its epoch has ended, or its reader was stopped. */
export class LogGapError extends Error {
  override name = 'LogGapError';
}

/** The record has changed since it was read, or a new record's key already exists. */
export class RecordConflictError extends Error {
  override name = 'RecordConflictError';
}
