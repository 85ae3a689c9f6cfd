import { ParleyError } from '@parley/core';

class MethodNotAllowedError extends ParleyError {
  readonly allow: string;
  constructor(allow: string) {
    super('METHOD_NOT_ALLOWED', 'Method Not Allowed');
    this.allow = allow;
  }
}

export const methodNotAllowed = (allow: string): Error => new MethodNotAllowedError(allow);

/** Returns the `Allow` header for an error of `methodNotAllowed`; undefined for other errors. */
export const allowOf = (cause: unknown) =>
  cause instanceof MethodNotAllowedError ? { allow: cause.allow } : undefined;
