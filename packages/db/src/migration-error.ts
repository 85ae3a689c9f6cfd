/** Thrown when migrations differ from the recorded ones, are missing or out of order, or fail. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
