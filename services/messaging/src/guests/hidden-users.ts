import { createScope, type User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import type { Ctx } from '../context.ts';

type Asking = Pick<Ctx, 'directory' | 'userAdmin'>;

const nobody: ReadonlySet<number> = new Set();

/**
 * Those of some people whom a viewer does not see; `user-admin` decides. Asked only for guests, where they do not
 * see everybody.
 */
export async function findHiddenUsers(
  ctx: Asking,
  viewer: User,
  userIds: Iterable<number>,
  call: Call,
): Promise<ReadonlySet<number>> {
  if (viewer.role !== roles.guest) return nobody;
  const asked = [...userIds];
  if (asked.length === 0 || !(await createScope(ctx.directory, call).areGuestsLimited())) return nobody;
  const asViewer = { ...call, principal: { userId: viewer.userId } };
  const answer = await ctx.userAdmin.findHiddenUsers({ userIds: asked }, asViewer, { idempotent: true });
  return new Set(answer.userIds);
}

/** Somebody as those see them who know their ID alone. */
export function unknownUser(user: User, publicUrl: string): User {
  const email = `user${user.userId}@${new URL(publicUrl).hostname}`;
  return { ...user, email, deliveryEmail: '', fullName: 'Unknown user', avatarUrl: '', avatarVersion: 1 };
}
