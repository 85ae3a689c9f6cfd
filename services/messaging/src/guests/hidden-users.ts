import { createScope, type User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import type { Ctx } from '../context.ts';

type Asking = Pick<Ctx, 'directory' | 'userAdmin'>;

const noUsers: ReadonlySet<number> = new Set();

/**
 * Returns those of the people whom a viewer may not see. Calls `user-admin`, which decides it, only for guests and only
 * where guests do not see everyone.
 */
export async function findHiddenUsers(
  ctx: Asking,
  viewer: User,
  userIds: Iterable<number>,
  call: Call,
): Promise<ReadonlySet<number>> {
  if (viewer.role !== roles.guest) return noUsers;
  const candidates = [...userIds];
  if (candidates.length === 0 || !(await createScope(ctx.directory, call).areGuestsLimited())) return noUsers;
  const asViewer = { ...call, principal: { userId: viewer.userId } };
  const answer = await ctx.userAdmin.findHiddenUsers({ userIds: candidates }, asViewer);
  return new Set(answer.userIds);
}

/** Returns a person as they appear to guests who may not see them: their ID and nothing else. */
export function unknownUser(user: User, publicUrl: string): User {
  const email = `user${user.userId}@${new URL(publicUrl).hostname}`;
  return { ...user, email, deliveryEmail: '', fullName: 'Unknown user', avatarUrl: '', avatarVersion: 1 };
}
