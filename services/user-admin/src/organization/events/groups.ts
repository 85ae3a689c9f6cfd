/**
 * Builds events about user groups. Everybody gets events about groups, but guests get events only about members whom they may
 * see. Each change of a custom group also contains the whole group as data for the caches of other services (`fact`).
 */
import { maxIdsPerEvent, partsOf } from '@parley/core';
import {
  type ClientEvent,
  clientEvent,
  delivery,
  type EventKind,
  type FactValue,
  newEvent,
} from '@parley/event-log';
import type { Audience, Event } from '@parley/proto/events/v1/event';
import type { Group } from '@parley/proto/events/v1/facts';
import { everyone, type GroupId, members, type UserId } from '@parley/rules';
import type { SystemGroupIds } from '@parley/settings';
import { audiencesOf, divideByViewers, type Viewers } from '../../kernel/events/audiences.ts';
import { groupFact, presentGroup, type StoredGroup } from '../domain/groups.ts';

export type MembershipChange = {
  added: readonly UserId[];
  removed: readonly UserId[];
  addedSubgroups: readonly GroupId[];
  removedSubgroups: readonly GroupId[];
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

type GroupEvent = ClientEvent<`user_group/${'update' | 'add_subgroups' | 'remove_subgroups'}`>;

const toEveryone = (kind: EventKind, event: GroupEvent, value?: FactValue): Event =>
  clientEvent(kind, everyone, event, { fact: value });

/** With `group`, also data for the caches of other services (`fact`). Members of system groups follow from roles. */
export const groupMembersAdded = (
  groupId: GroupId,
  userIds: readonly UserId[],
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

export const groupMembersRemoved = (
  groupId: GroupId,
  userIds: readonly UserId[],
  audience: Partial<Audience>,
): Event =>
  clientEvent('user-admin.group.members_removed', audience, {
    type: 'user_group',
    op: 'remove_members',
    group_id: groupId,
    user_ids: userIds,
  });

const noChange = { addedMemberIds: [], removedMemberIds: [], addedSubgroupIds: [], removedSubgroupIds: [] };

/** A limited number of members each. Each event goes to those who may see its members. */
export const membersAddedInParts = (
  groupId: GroupId,
  userIds: readonly UserId[],
  viewers: Viewers | undefined,
  mark: Mark = {},
): Event[] =>
  partsOf(userIds, maxIdsPerEvent)
    .flatMap((part) => audiencesOf(divideByViewers(part, viewers)))
    .map((part) => groupMembersAdded(groupId, part.userIds, part.audience, { mark }));

/** A limited number of members each. Each event goes to those who may see its members. */
export const membersRemovedInParts = (
  groupId: GroupId,
  userIds: readonly UserId[],
  viewers: Viewers | undefined,
): Event[] =>
  partsOf(userIds, maxIdsPerEvent)
    .flatMap((part) => audiencesOf(divideByViewers(part, viewers)))
    .map((part) => groupMembersRemoved(groupId, part.userIds, part.audience));

/** Builds the event for a system group that was created with the organization. It goes only to the caches of other services. */
export const systemGroupCreated = (group: StoredGroup, systemGroups: SystemGroupIds): Event =>
  newEvent('user-admin.group.created', { fact: fact(group, systemGroups) });

export const groupCreated = (
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  viewers: Viewers | undefined,
): Event[] => wholeGroup('created', group, systemGroups, viewers);

/**
 * Builds the events for a reactivated group. Clients without the capability `include_deactivated_groups` need them, because
 * they have removed the group at its deactivation. The events are marked. The event queue delivers marked events only to these
 * clients, and removes the mark.
 * @param group the group without deactivated members
 */
export const groupReactivated = (
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  viewers: Viewers | undefined,
): Event[] => wholeGroup('returned', group, systemGroups, viewers);

type Mark = { was_deactivated?: true };

/**
 * Builds the events for a whole group. The first event contains the group with its first members. If guests may not see all
 * people, the first event shows guests only the bots among these members, and further events add the people whom each guest may
 * see. The last events add the other members.
 */
function wholeGroup(
  what: 'created' | 'returned',
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  viewers: Viewers | undefined,
): Event[] {
  const kind = `user-admin.group.${what}` as const;
  const mark: Mark = what === 'returned' ? { was_deactivated: true } : {};
  const first = group.memberIds.slice(0, maxIdsPerEvent);
  const { toAll, toGuests } = divideByViewers(first, viewers);
  const shown = (memberIds: readonly UserId[]): ClientEvent<'user_group/add'> => ({
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

/** Builds the events for added and removed members and subgroups. */
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
      toEveryone('user-admin.group.subgroups_added', {
        type: 'user_group',
        op: 'add_subgroups',
        group_id,
        direct_subgroup_ids,
      }),
    );
  }
  if (change.removedSubgroups.length > 0) {
    const direct_subgroup_ids = change.removedSubgroups;
    events.push(
      toEveryone('user-admin.group.subgroups_removed', {
        type: 'user_group',
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

/** @param data changed fields, with their names in the API */
export const groupUpdated = (
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  data: ClientEvent<'user_group/update'>['data'],
): Event =>
  toEveryone(
    'user-admin.group.updated',
    { type: 'user_group', op: 'update', group_id: group.groupId, data },
    fact(group, systemGroups),
  );
