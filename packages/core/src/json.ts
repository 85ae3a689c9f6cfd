/** A value as JSON text, in the bytes that messages carry. */
export const jsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
