/** Returns a value as JSON text in UTF-8, for messages between services. */
export const jsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
