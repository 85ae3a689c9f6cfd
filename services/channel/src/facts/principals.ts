import { errors } from '@parley/core';
import type { LookupOptions, User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import { emailKey, isAddressOf } from '@parley/rules';
import type { Ctx } from '../context.ts';

/** People named by ID or by address: the API's, or the real one where the caller may see it. */
export type Principals = { principalUserIds: readonly number[]; principalEmails: readonly string[] };

/**
 * The people a request acts on: the caller when it names nobody.
 * @throws BAD_REQUEST for somebody who does not exist or, unless `deactivated`, is deactivated.
 */
export async function principalsOf(
  ctx: Ctx,
  { principalUserIds, principalEmails }: Principals,
  caller: User,
  call: Call,
  options: LookupOptions & { deactivated?: boolean },
): Promise<User[]> {
  if (principalUserIds.length === 0 && principalEmails.length === 0) return [caller];
  const [byId, byEmail] = await Promise.all([
    ctx.directory.users.many(principalUserIds, call, options),
    principalEmails.length === 0
      ? new Map<string, User>()
      : ctx.directory.users.manyByEmail(principalEmails, call, options),
  ]);
  const people = new Map<number, User>();
  const add = (user: User | undefined, shown: string) => {
    if (!user) throw errors.badRequest(`Invalid user: ${shown}`);
    if (!user.isActive && !options.deactivated) throw errors.badRequest(`User is deactivated: ${shown}`);
    people.set(user.userId, user);
  };
  for (const id of principalUserIds) add(byId.get(id), String(id));
  for (const email of principalEmails) {
    const user = byEmail.get(emailKey(email));
    add(user && isAddressOf(user, email, caller) ? user : undefined, email);
  }
  return [...people.values()];
}
