import { type Visitor, visitor } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import { placeholderEmail, roles, type UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';

const noUsers: ReadonlySet<number> = new Set();

/**
 * Returns which of the people a viewer may not see. `user-admin` decides this. It is asked only if the viewer is a guest and
 * the organization limits which people guests see. Visitors may see everybody whose messages they may read, and receive people
 * only in the form of `seenByVisitors`.
 */
export async function findHiddenUsers(
  { userAdmin }: Pick<Ctx, 'userAdmin'>,
  viewer: User | Visitor,
  userIds: Iterable<UserId>,
  scope: Scope,
): Promise<ReadonlySet<number>> {
  if (viewer === visitor || viewer.role !== roles.guest) return noUsers;
  const candidates = [...userIds];
  if (candidates.length === 0 || !(await scope.areGuestsLimited())) return noUsers;
  const asViewer = { ...scope.call, principal: { userId: viewer.userId } };
  const answer = await userAdmin.findHiddenUsers({ userIds: candidates }, asViewer);
  return new Set(answer.userIds);
}

/** Returns a person with a placeholder name and address. Guests who may not see the person receive only the real ID. */
export function unknownUser(user: User, publicUrl: string): User {
  const email = placeholderEmail(user.userId, new URL(publicUrl).hostname);
  return { ...user, email, deliveryEmail: '', fullName: 'Unknown user', avatarUrl: '', avatarVersion: 1 };
}
