/** Everyone whose role number is at most `maxRole`, and individual people. */
import type { Scope } from '@parley/facts';
import { type GroupId, type GroupSettingValue, type UserId, widestRoleOf } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { fullMembers } from '../db/people.ts';
import { type Holders, noHolders } from '../domain/audience.ts';
import type { ChannelSettingValues } from '../domain/group-settings.ts';
import { isGuest, metadataSettings, roles } from '../domain/permissions.ts';

type Collected = { maxRole: number; userIds: Set<UserId> };

/** Returns the people who see a private channel through its group settings. For other channels it returns no one. */
export async function holdersOf(
  ctx: Ctx,
  channel: { isPrivate: boolean; groupSettings: ChannelSettingValues },
  scope: Scope,
): Promise<Holders> {
  if (!channel.isPrivate) return noHolders;
  const collected: Collected = { maxRole: 0, userIds: new Set() };
  for (const setting of metadataSettings) {
    await collect(ctx, channel.groupSettings[setting], collected, scope);
  }
  if (collected.userIds.size === 0) return { maxRole: collected.maxRole, userIds: [] };
  const people = await scope.users.many(collected.userIds);
  return {
    maxRole: collected.maxRole,
    userIds: [...people.values()]
      .filter((user) => user.isActive && !isGuest(user))
      .map((user) => user.userId),
  };
}

/** Returns the people in groups and their subgroups, as a highest role number and individual people. */
export async function holdersOfGroups(
  ctx: Ctx,
  groupIds: readonly GroupId[],
  scope: Scope,
): Promise<Holders> {
  const collected: Collected = { maxRole: 0, userIds: new Set() };
  await collect(ctx, { direct_members: [], direct_subgroups: [...groupIds] }, collected, scope);
  return { maxRole: collected.maxRole, userIds: [...collected.userIds] };
}

async function collect(ctx: Ctx, value: GroupSettingValue, into: Collected, scope: Scope): Promise<void> {
  const pending = typeof value === 'number' ? [value] : [...value.direct_subgroups];
  if (typeof value !== 'number') for (const id of value.direct_members) into.userIds.add(id);
  const seen = new Set<GroupId>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const group = await scope.groups.get(id);
    if (!group || group.isDeactivated) continue;
    if (group.rule === 'role:fullmembers') await collectFullMembers(ctx, into, scope);
    else if (group.rule !== '') {
      // Guests never see a private channel through its settings, even if a group contains them. So the role is limited to
      // members.
      into.maxRole = Math.max(into.maxRole, Math.min(roles.member, widestRoleOf(group.rule)));
    } else {
      for (const member of group.directMemberIds) into.userIds.add(member);
      pending.push(...group.directSubgroupIds);
    }
  }
}

/** They have no role of their own, so members whose waiting period is over are added individually. */
async function collectFullMembers(ctx: Ctx, into: Collected, scope: Scope): Promise<void> {
  const { waiting_period_threshold: waitingPeriodDays } = await scope.settings();
  if (waitingPeriodDays === 0) {
    into.maxRole = Math.max(into.maxRole, roles.member);
    return;
  }
  into.maxRole = Math.max(into.maxRole, roles.moderator);
  for (const id of await fullMembers(ctx.db, waitingPeriodDays)) into.userIds.add(id);
}
