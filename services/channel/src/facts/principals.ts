import { errors, errorText } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import { emailKey, isAddressOf, type UserId } from '@parley/rules';

/** The address may be the one that the API shows, or the real one if the caller may see it. */
export type Principals = { principalUserIds: readonly UserId[]; principalEmails: readonly string[] };

/** Or the caller. @param options `allowDeactivated` @throws BAD_REQUEST for people who may not be named */
export async function principalsOf(
  { principalUserIds, principalEmails }: Principals,
  scope: Scope,
  options: { allowDeactivated?: boolean } = {},
): Promise<User[]> {
  const caller = await scope.caller();
  if (principalUserIds.length === 0 && principalEmails.length === 0) return [caller];
  const [byId, byEmail] = await Promise.all([
    scope.users.many(principalUserIds),
    scope.users.manyByEmail(principalEmails),
  ]);
  const people = new Map<UserId, User>();
  const add = (user: User | undefined, shown: string) => {
    if (!user) throw errors.badRequest(errorText('Invalid user: {user}', { user: shown }));
    if (!user.isActive && !options.allowDeactivated) {
      throw errors.badRequest(errorText('User is deactivated: {user}', { user: shown }));
    }
    people.set(user.userId, user);
  };
  for (const id of principalUserIds) add(byId.get(id), String(id));
  for (const email of principalEmails) {
    const user = byEmail.get(emailKey(email));
    add(user && isAddressOf(user, email, caller) ? user : undefined, email);
  }
  return [...people.values()];
}
