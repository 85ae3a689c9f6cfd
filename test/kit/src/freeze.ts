/**
 * Freezes a message of a call with all its parts. Caller and handler in one process share the message, so neither may change it.
 * Bytes cannot be frozen.
 */
export function freeze(message: unknown): void {
  if (typeof message !== 'object' || message === null || Object.isFrozen(message)) return;
  if (ArrayBuffer.isView(message)) return;
  Object.freeze(message);
  for (const part of Object.values(message)) freeze(part);
}
