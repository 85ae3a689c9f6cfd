/**
 * Thrown when a server program is not available or cannot run on this machine. The message tells the user at the terminal what is
 * wrong. It is shown without a stack trace.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
