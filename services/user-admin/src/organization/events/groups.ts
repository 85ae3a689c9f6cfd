/**
 * What people hear of user groups: everybody of the groups, and of members only those that they see. Changes carry
 * the group whole, for caches.
 */

import { maxIdsPerEvent, partsOf } from '@parley/core';
import { clientEvent, delivery, type EventKind, type FactValue, newEvent } from '@parley/event-log';
import type { Audience, Event } from '@parley/proto/events/v1/event';
import type { Group } from '@parley/proto/events/v1/facts';
import { everyone, members } from '@parley/rules';
import type { SystemGroupIds } from '@parley/settings';
import { audiencesOf, byViewers, type Viewers } from '../../kernel/events/audiences.ts';
import { groupFact, presentGroup, type StoredGroup } from '../domain/groups.ts';

/** Direct members and subgroups that came and went. */
export type MembershipChange = {
  added: readonly number[];
  removed: readonly number[];
  addedSubgroups: readonly number[];
  removedSubgroups: readonly number[];
};

const fact = (
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  change: Partial<MembershipChange> = {},
): FactValue => ({
  $case: 'groupChanged',
  groupChanged: {
    group: groupFact(group, systemGroups),
    addedMemberIds: [...(change.added ?? [])],
    removedMemberIds: [...(change.removed ?? [])],
    addedSubgroupIds: [...(change.addedSubgroups ?? [])],
    removedSubgroupIds: [...(change.removedSubgroups ?? [])],
  },
});

type Op = { op: string; [member: string]: unknown };

const toEveryone = (kind: EventKind, event: Op, value?: FactValue): Event =>
  clientEvent(kind, everyone, { type: 'user_group', ...event }, { fact: value });

/** Direct members of a group who are new to some, and the group for caches, which know system groups by their rules. */
export const groupMembersAdded = (
  groupId: number,
  userIds: readonly number[],
  audience: Partial<Audience>,
  { group, mark }: { group?: Group; mark?: Mark } = {},
): Event =>
  clientEvent(
    'user-admin.group.members_added',
    audience,
    { type: 'user_group', op: 'add_members', group_id: groupId, user_ids: userIds, ...mark },
    {
      fact: group && {
        $case: 'groupChanged',
        groupChanged: { ...noChange, group, addedMemberIds: [...userIds] },
      },
    },
  );

/** Direct members of a group who are gone from it to some. */
export const groupMembersRemoved = (
  groupId: number,
  userIds: readonly number[],
  audience: Partial<Audience>,
): Event =>
  clientEvent('user-admin.group.members_removed', audience, {
    type: 'user_group',
    op: 'remove_members',
    group_id: groupId,
    user_ids: userIds,
  });

const noChange = { addedMemberIds: [], removedMemberIds: [], addedSubgroupIds: [], removedSubgroupIds: [] };

/** Many at once, each part told to those who see them. */
export const membersAddedInParts = (
  groupId: number,
  userIds: readonly number[],
  viewers: Viewers | undefined,
  mark: Mark = {},
): Event[] =>
  partsOf(userIds, maxIdsPerEvent)
    .flatMap((part) => audiencesOf(byViewers(part, viewers)))
    .map((part) => groupMembersAdded(groupId, part.userIds, part.audience, { mark }));

/** The same of those who left. */
export const membersRemovedInParts = (
  groupId: number,
  userIds: readonly number[],
  viewers: Viewers | undefined,
): Event[] =>
  partsOf(userIds, maxIdsPerEvent)
    .flatMap((part) => audiencesOf(byViewers(part, viewers)))
    .map((part) => groupMembersRemoved(groupId, part.userIds, part.audience));

/** A group that is there before anybody could look. */
export const systemGroupCreated = (group: StoredGroup, systemGroups: SystemGroupIds): Event =>
  newEvent('user-admin.group.created', { fact: fact(group, systemGroups) });

/** A new group with its first members. */
export const groupCreated = (
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  viewers: Viewers | undefined,
): Event[] => wholeGroup('created', group, systemGroups, viewers, {});

/**
 * A group is back in use: clients without the capability `include_deactivated_groups` had lost it. The mark is
 * taken off, and others do not get this, where queues are read. `group` is as they are shown it.
 */
export const groupReturned = (
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  viewers: Viewers | undefined,
): Event[] => wholeGroup('returned', group, systemGroups, viewers, { was_deactivated: true });

type Mark = { was_deactivated?: true };

/** The group with its first members, of whom guests are told apart whom each sees; then the other members. */
function wholeGroup(
  what: 'created' | 'returned',
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  viewers: Viewers | undefined,
  mark: Mark,
): Event[] {
  const kind = `user-admin.group.${what}` as const;
  const first = group.memberIds.slice(0, maxIdsPerEvent);
  const { toAll, toGuests } = byViewers(first, viewers);
  const shown = (memberIds: readonly number[]) => ({
    type: 'user_group',
    op: 'add',
    group: presentGroup({ ...group, memberIds }, systemGroups, {}),
    ...mark,
  });
  const value = what === 'created' ? fact(group, systemGroups) : undefined;
  const whole = clientEvent(kind, viewers ? members : everyone, shown(first), { fact: value });
  if (viewers) whole.deliveries.push(delivery(everyone, shown(toAll)));
  return [
    whole,
    ...toGuests.map(({ guestIds, userIds }) =>
      groupMembersAdded(group.groupId, userIds, { userIds: guestIds }, { mark }),
    ),
    ...membersAddedInParts(group.groupId, group.memberIds.slice(maxIdsPerEvent), viewers, mark),
  ];
}

/** Members or subgroups came or went. */
export function groupMembershipChanged(
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  change: MembershipChange,
  viewers: Viewers | undefined,
): Event[] {
  const group_id = group.groupId;
  const events = [
    ...membersAddedInParts(group_id, change.added, viewers),
    ...membersRemovedInParts(group_id, change.removed, viewers),
  ];
  if (change.addedSubgroups.length > 0) {
    const direct_subgroup_ids = change.addedSubgroups;
    events.push(
      toEveryone('user-admin.group.subgroups_added', { op: 'add_subgroups', group_id, direct_subgroup_ids }),
    );
  }
  if (change.removedSubgroups.length > 0) {
    const direct_subgroup_ids = change.removedSubgroups;
    events.push(
      toEveryone('user-admin.group.subgroups_removed', {
        op: 'remove_subgroups',
        group_id,
        direct_subgroup_ids,
      }),
    );
  }
  const last = events.at(-1);
  if (last) last.fact = { value: fact(group, systemGroups, change) };
  return events;
}

/** Name, description, settings or whether it is in use changed; `data` by the API's names. */
export const groupUpdated = (
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  data: Readonly<Record<string, unknown>>,
): Event =>
  toEveryone(
    'user-admin.group.updated',
    { op: 'update', group_id: group.groupId, data },
    fact(group, systemGroups),
  );
