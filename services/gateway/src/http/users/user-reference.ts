import { errors } from '@parley/core';
import type { UserReference } from '@parley/proto/useradmin/v1/people';

/** A user ID, or an e-mail address that the caller may see. @throws BAD_REQUEST for anything else */
export function toUserReference(given: string): UserReference {
  if (/^\d{1,15}$/.test(given)) return { user: { $case: 'userId', userId: Number(given) } };
  if (!given.includes('@')) throw errors.badRequest('No such user');
  return { user: { $case: 'email', email: given } };
}
