import { errors, ParleyError } from '@parley/core';
import { DatabaseError } from 'pg';

/** SQLSTATE classes that mean "not now" rather than "not so". */
const passing = /^(08|53|57P0|58|25006|55000)/;

/** Whether the failure says that the server or the connection is away, not that the statement is wrong. */
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

/** The unique constraint that an insert or update ran into, if that is what failed. */
export function uniqueViolation(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code === '23505' ? (error.constraint ?? '') : undefined;
}

/** A catalogue error when the database is away; the error itself otherwise. */
export function toParleyError(error: unknown): unknown {
  if (error instanceof ParleyError || !isUnavailable(error)) return error;
  const unavailable = errors.unavailable();
  unavailable.cause = error;
  return unavailable;
}
