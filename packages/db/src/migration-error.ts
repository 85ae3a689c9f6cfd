/** A migration of the past that differs, is missing, or is out of number, or one that failed. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
