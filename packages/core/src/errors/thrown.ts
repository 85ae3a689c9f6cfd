// What a `catch` receives may be anything, although it almost always is an Error.

/** Returns the message of an error; anything else as text. */
export const errorMessage = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** Returns the code that Node, PostgreSQL and others give their errors, such as `ENOENT`; undefined for an error without one. */
export function errorCode(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** Returns an error as it is; anything else as the message of one. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
