import type { OrganizationSettings, User } from '@parley/directory';
import { roles } from '@parley/directory/rules';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';

type Asking = Pick<Ctx, 'directory' | 'userAdmin'>;

const nobody: ReadonlySet<number> = new Set();

/** Whether guests see only those they share something with (setting `can_access_all_users_group`). */
export async function areGuestsLimited(
  { directory }: Asking,
  settings: OrganizationSettings,
  call: Call,
): Promise<boolean> {
  // An organization of an earlier release has no such setting yet.
  if (settings.raw.can_access_all_users_group === undefined) return false;
  const someGuest = { userId: 0, role: roles.guest, isActive: true, joinedAt: 0 } as User;
  const setting = settings.permission('can_access_all_users_group');
  return !(await directory.groups.isMember(setting, someGuest, call));
}

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
  const settings = await ctx.directory.organization.settings(call);
  if (asked.length === 0 || !(await areGuestsLimited(ctx, settings, call))) return nobody;
  const asViewer = { ...call, principal: { userId: viewer.userId } };
  const answer = await ctx.userAdmin.findHiddenUsers({ userIds: asked }, asViewer, { idempotent: true });
  return new Set(answer.userIds);
}

/** Somebody as those see them who know their ID alone. */
export function unknownUser(user: User, publicUrl: string): User {
  const email = `user${user.userId}@${new URL(publicUrl).hostname}`;
  return { ...user, email, deliveryEmail: '', fullName: 'Unknown user', avatarUrl: '', avatarVersion: 1 };
}
