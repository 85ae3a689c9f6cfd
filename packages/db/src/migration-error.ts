/** A recorded migration differs, is missing or is out of order, or a migration failed. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
