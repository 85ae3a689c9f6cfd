/**
 * A server cannot be obtained or run on this machine. The message is one sentence that tells the user at the terminal
 * what to do, without a stack trace.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
