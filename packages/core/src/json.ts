/** Returns a value as JSON text, encoded as UTF-8 bytes for messages. */
export const jsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
