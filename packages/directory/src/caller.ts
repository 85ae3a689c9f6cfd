import { errors } from '@parley/core';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Directory, LookupOptions, User } from './types.ts';

/** The person a call acts for. @throws UNAUTHORIZED without one, USER_DEACTIVATED for a deactivated account */
export async function requireCaller(
  { directory }: { directory: Pick<Directory, 'users'> },
  call: Call,
  options?: LookupOptions,
): Promise<User> {
  const user = await directory.users.get(requirePrincipal(call).userId, call, options);
  if (!user) throw errors.unauthorized();
  if (!user.isActive) throw errors.userDeactivated();
  return user;
}
