import type { Scope, User } from '@parley/facts';
import { roles, type UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';

/** Returns which of the people a viewer may not see: `user-admin` decides it for guests, where the organization limits whom they see. */
export async function findHiddenPeople(
  { userAdmin }: Pick<Ctx, 'userAdmin'>,
  viewer: User,
  userIds: readonly UserId[],
  scope: Scope,
): Promise<ReadonlySet<UserId>> {
  if (viewer.role !== roles.guest || userIds.length === 0 || !(await scope.areGuestsLimited()))
    return new Set();
  return new Set((await userAdmin.findHiddenUsers({ userIds: [...userIds] }, scope.call)).userIds);
}
