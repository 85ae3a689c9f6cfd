/**
 * Thrown when a server program is not available or cannot run on this machine. The message is one sentence that tells the user
 * at the terminal what to do. It is shown without a stack trace.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
