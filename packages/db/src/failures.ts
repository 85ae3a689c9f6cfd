import { errorCode, errors, ParleyError } from '@parley/core';
import { DatabaseError } from 'pg';

/** Matches SQLSTATE codes of temporary failures of the server or connection. */
const passing = /^(08|53|57P0|58|25006|55000)/;

/** Returns whether an error is a failure of the server or the connection, and not of the statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return passing.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = errorCode(error) ?? '';
  return (
    /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT|EHOSTUNREACH)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|is not queryable|Cannot use a pool after/i.test(
      error.message,
    )
  );
}

/**
 * Returns whether the server rejected a statement because it shuts down or is a standby. Such an error means that the statement
 * changed nothing (https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY).
 */
export const isRefusedByServer = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '57P01' || error.code === '25006');

/** Returns the name of the unique constraint that an error reports as violated; undefined for any other error. */
export function uniqueViolation(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code === '23505' ? (error.constraint ?? '') : undefined;
}

/** Converts failures of the server or connection to UNAVAILABLE. Returns other errors unchanged. */
export function toParleyError(error: unknown): unknown {
  if (error instanceof ParleyError || !isUnavailable(error)) return error;
  const unavailable = errors.unavailable();
  unavailable.cause = error;
  return unavailable;
}
