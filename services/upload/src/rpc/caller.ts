import { errors } from '@parley/core';
import type { Call } from '@parley/rpc';

/** The person the call is for. @throws UNAUTHORIZED */
export function callerIdOf({ principal }: Call): number {
  if (!principal) throw errors.unauthorized();
  return principal.userId;
}
