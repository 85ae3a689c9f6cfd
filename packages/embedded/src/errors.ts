/** The message tells the user at the terminal what is wrong. It is shown without a stack trace. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
