import { ParleyError } from '@parley/core';

class MethodNotAllowedError extends ParleyError {
  readonly allow: string;
  constructor(allow: string) {
    super('METHOD_NOT_ALLOWED', 'Method Not Allowed');
    this.allow = allow;
  }
}

/** An address does not know the method; `allow` are those that it does. */
export const methodNotAllowed = (allow: string): Error => new MethodNotAllowedError(allow);

/** The header that says so, for that failure alone. */
export const allowOf = (cause: unknown) =>
  cause instanceof MethodNotAllowedError ? { allow: cause.allow } : undefined;
