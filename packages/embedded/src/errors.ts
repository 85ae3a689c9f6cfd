/**
 * A server cannot be obtained or run on this machine. The message is one sentence that the user at the terminal can
 * act on without a stack trace.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
