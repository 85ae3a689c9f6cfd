/** Questions about groups: who is in them, and what is in them. Everyone with an account may ask. */
import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import { holdsRight } from '@parley/directory/rules';
import type {
  GetGroupMembersRequest,
  GetGroupMembersResponse,
  GetGroupsRequest,
  GetGroupsResponse,
  GetSubgroupsRequest,
  GetSubgroupsResponse,
  IsGroupMemberRequest,
  IsGroupMemberResponse,
} from '@parley/proto/useradmin/v1/groups';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { deactivatedMembers, peopleByRole } from '../db/group-changes.ts';
import { listSystemGroupMembers } from '../db/groups.ts';
import { findUser } from '../db/users.ts';
import { type GroupWorld, reachable } from '../domain/group-rules.ts';
import {
  presentGroup,
  type StoredGroup,
  type SystemGroupMembers,
  withoutGone,
} from '../domain/present-group.ts';
import { groupOf, readWorld } from '../group-access.ts';
import { requireCaller } from './caller.ts';

/** Reads at one moment. */
const asking = <T>(ctx: Ctx, call: Call, read: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db
    .snapshot(async (tx) => {
      await requireCaller(tx, call);
      return read(tx);
    })
    .then(({ value }) => value);

export function getGroups(
  ctx: Ctx,
  { includeDeactivated }: GetGroupsRequest,
  call: Call,
): Promise<GetGroupsResponse> {
  return asking(ctx, call, async (tx) => {
    const { realm, world } = await readWorld(ctx, tx);
    const members = await listSystemGroupMembers(tx, realm.settings.waiting_period_threshold);
    const gone = await deactivatedMembers(tx);
    const groups = [...world.groups.values()]
      .filter((group) => includeDeactivated || !group.isDeactivated)
      .map((group) => presentGroup(withoutGone(group, gone), realm.systemGroups, members));
    return { userGroupsJson: Buffer.from(JSON.stringify(groups)) };
  });
}

export function getGroupMembers(
  ctx: Ctx,
  { groupId, directOnly }: GetGroupMembersRequest,
  call: Call,
): Promise<GetGroupMembersResponse> {
  return asking(ctx, call, async (tx) => {
    const { realm, world } = await readWorld(ctx, tx);
    const group = groupOf(world, groupId);
    const days = realm.settings.waiting_period_threshold;
    const members = directOnly
      ? directMembers(group, await listSystemGroupMembers(tx, days))
      : await allMembers(tx, world, group, days);
    const gone = await deactivatedMembers(tx);
    const shown = [...members].filter((id) => !gone.has(id)).sort((a, b) => a - b);
    return { membersJson: Buffer.from(JSON.stringify(shown)) };
  });
}

const directMembers = (group: StoredGroup, system: SystemGroupMembers): readonly number[] =>
  group.rule === '' ? group.memberIds : (system[group.rule as keyof SystemGroupMembers] ?? []);

const highestRole: Readonly<Record<string, number>> = {
  'role:internet': 600,
  'role:everyone': 600,
  'role:members': 400,
  'role:fullmembers': 400,
  'role:moderators': 300,
  'role:administrators': 200,
  'role:owners': 100,
};

/** A rule says everything about its group; other groups hold what their subgroups hold. */
async function allMembers(
  tx: Tx,
  { groups }: GroupWorld,
  group: StoredGroup,
  waitingPeriodDays: number,
): Promise<Set<number>> {
  const members = new Set<number>();
  for (const id of reachable(groups, group.groupId)) {
    const each = groups.get(id);
    if (!each || (each.isDeactivated && id !== group.groupId)) continue;
    const role = each.rule === '' ? 0 : (highestRole[each.rule] ?? 0);
    const fullAfter = each.rule === 'role:fullmembers' ? waitingPeriodDays : undefined;
    const ids = each.rule === '' ? each.memberIds : role === 0 ? [] : await peopleByRole(tx, role, fullAfter);
    for (const userId of ids) members.add(userId);
  }
  return members;
}

export function getSubgroups(
  ctx: Ctx,
  { groupId, directOnly }: GetSubgroupsRequest,
  call: Call,
): Promise<GetSubgroupsResponse> {
  return asking(ctx, call, async (tx) => {
    const { world } = await readWorld(ctx, tx);
    const group = groupOf(world, groupId);
    const below = reachable(world.groups, groupId);
    below.delete(groupId);
    const ids = directOnly ? group.subgroupIds : [...below].sort((a, b) => a - b);
    return { subgroupIds: [...ids] };
  });
}

export function isGroupMember(
  ctx: Ctx,
  { groupId, userId, directOnly }: IsGroupMemberRequest,
  call: Call,
): Promise<IsGroupMemberResponse> {
  return asking(ctx, call, async (tx) => {
    const { realm, world } = await readWorld(ctx, tx);
    const group = groupOf(world, groupId);
    const person = await findUser(tx, userId);
    if (!person || person.isSystemBot) throw errors.badRequest(`Invalid user ID: ${userId}`);
    if (!directOnly) {
      const setting = { value: { $case: 'groupId' as const, groupId } };
      return { isMember: holdsRight(setting, person, world.membership) };
    }
    const days = realm.settings.waiting_period_threshold;
    const members =
      group.rule === '' ? group.memberIds : directMembers(group, await listSystemGroupMembers(tx, days));
    return { isMember: person.isActive && members.includes(userId) };
  });
}
