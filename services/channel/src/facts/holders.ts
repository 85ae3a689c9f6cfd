/** From group settings to audiences: who holds them, as a role and as single people. */
import type { Group } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { GroupSettingValue } from '@parley/rules';
import { widestRoleOf } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { fullMembers } from '../db/people.ts';
import { type Holders, noHolders } from '../domain/audience.ts';
import type { ChannelSettingValues } from '../domain/group-settings.ts';
import { isGuest, metadataSettings, roles } from '../domain/permissions.ts';

/** Who may know of a private channel through its settings; nobody needs it for the others. */
export async function holdersOf(
  ctx: Ctx,
  channel: { isPrivate: boolean; groupSettings: ChannelSettingValues },
  call: Call,
): Promise<Holders> {
  if (!channel.isPrivate) return noHolders;
  const collected = { maxRole: 0, userIds: new Set<number>() };
  for (const setting of metadataSettings) {
    await collect(ctx, channel.groupSettings[setting], collected, call);
  }
  if (collected.userIds.size === 0) return { maxRole: collected.maxRole, userIds: [] };
  const people = await ctx.directory.users.many(collected.userIds, call);
  return {
    maxRole: collected.maxRole,
    userIds: [...people.values()]
      .filter((user) => user.isActive && !isGuest(user))
      .map((user) => user.userId),
  };
}

/** Who is in groups, as a role and as single people, whatever their role. */
export async function holdersOfGroups(ctx: Ctx, groupIds: readonly number[], call: Call): Promise<Holders> {
  const collected = { maxRole: 0, userIds: new Set<number>() };
  await collect(ctx, { direct_members: [], direct_subgroups: [...groupIds] }, collected, call);
  return { maxRole: collected.maxRole, userIds: [...collected.userIds] };
}

async function collect(
  ctx: Ctx,
  value: GroupSettingValue,
  into: { maxRole: number; userIds: Set<number> },
  call: Call,
): Promise<void> {
  const pending = typeof value === 'number' ? [value] : [...value.direct_subgroups];
  if (typeof value !== 'number') for (const id of value.direct_members) into.userIds.add(id);
  const seen = new Set<number>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const group: Group | undefined = await ctx.directory.groups.get(id, call);
    if (!group || group.isDeactivated) continue;
    if (group.rule === 'role:fullmembers') await collectFullMembers(ctx, into, call);
    else if (group.rule !== '') {
      // Guests hold no right to know of private channels, whatever group they are in.
      into.maxRole = Math.max(into.maxRole, Math.min(roles.member, widestRoleOf(group.rule)));
    } else {
      for (const member of group.directMemberIds) into.userIds.add(member);
      pending.push(...group.directSubgroupIds);
    }
  }
}

/** Full members are no role: those whose waiting period is over are named one by one. */
async function collectFullMembers(
  ctx: Ctx,
  into: { maxRole: number; userIds: Set<number> },
  call: Call,
): Promise<void> {
  const { waiting_period_threshold: waitingPeriodDays } = await ctx.directory.organization.settings(call);
  if (waitingPeriodDays === 0) {
    into.maxRole = Math.max(into.maxRole, roles.member);
    return;
  }
  into.maxRole = Math.max(into.maxRole, roles.moderator);
  for (const id of await fullMembers(ctx.db, waitingPeriodDays)) into.userIds.add(id);
}
