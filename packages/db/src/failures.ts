import { errors, ParleyError } from '@parley/core';
import { DatabaseError } from 'pg';

/** Matches the SQLSTATE classes of temporary failures. */
const passing = /^(08|53|57P0|58|25006|55000)/;

/** Returns whether the server or the connection failed, and not the statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return passing.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return (
    /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT|EHOSTUNREACH)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|is not queryable|Cannot use a pool after/i.test(
      error.message,
    )
  );
}

/**
 * Returns whether the server refused a statement because it shuts down, or is a standby. An error instead of the result says
 * that the statement changed nothing (https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY).
 */
export const isRefusedByServer = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '57P01' || error.code === '25006');

/** Returns the name of the violated unique constraint; undefined for any other failure. */
export function uniqueViolation(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code === '23505' ? (error.constraint ?? '') : undefined;
}

/** Returns UNAVAILABLE when the database cannot be reached, otherwise the error itself. */
export function toParleyError(error: unknown): unknown {
  if (error instanceof ParleyError || !isUnavailable(error)) return error;
  const unavailable = errors.unavailable();
  unavailable.cause = error;
  return unavailable;
}
