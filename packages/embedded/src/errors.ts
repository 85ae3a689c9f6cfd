/**
 * A server cannot be obtained or run here. The message is one clear sentence for the person at the terminal;
 * no stack trace is needed to act on it.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
