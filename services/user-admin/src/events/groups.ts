/** What everybody hears of user groups. Each carries the group whole, for caches. */
import { partsOf } from '@parley/core';
import type { Event } from '@parley/proto/events/v1/event';
import type { Fact } from '@parley/proto/events/v1/facts';
import type { SystemGroupIds } from '@parley/settings';
import { groupFact, presentGroup, type StoredGroup } from '../domain/present-group.ts';
import { clientEvent, everyone } from './client-event.ts';

/** People in one event at most. */
const maxPeople = 5_000;

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
): Fact['value'] => ({
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

const told = (kind: `user-admin.group.${string}`, event: Op, value?: Fact['value']): Event =>
  clientEvent(kind, everyone, { type: 'user_group', ...event }, value);

/** A new group with its first members. */
export const groupCreated = (group: StoredGroup, systemGroups: SystemGroupIds): Event[] =>
  wholeGroup('created', group, systemGroups, {});

/**
 * A group is back in use: clients without the capability `include_deactivated_groups` had lost it. The mark is
 * taken off, and others do not get this, where queues are read. `group` is as they are shown it.
 */
export const groupReturned = (group: StoredGroup, systemGroups: SystemGroupIds): Event[] =>
  wholeGroup('returned', group, systemGroups, { was_deactivated: true });

function wholeGroup(
  what: 'created' | 'returned',
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  mark: { was_deactivated?: true },
): Event[] {
  const [first, ...others] = partsOfPeople(group.memberIds);
  const shown = presentGroup({ ...group, memberIds: first ?? [] }, systemGroups, {});
  return [
    told(
      `user-admin.group.${what}`,
      { op: 'add', group: shown, ...mark },
      what === 'created' ? fact(group, systemGroups) : undefined,
    ),
    ...others.map((user_ids) =>
      told('user-admin.group.members_added', {
        op: 'add_members',
        group_id: group.groupId,
        user_ids,
        ...mark,
      }),
    ),
  ];
}

/** Members or subgroups came or went. */
export function groupMembershipChanged(
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  change: MembershipChange,
): Event[] {
  const group_id = group.groupId;
  const events: [kind: `user-admin.group.${string}`, op: Op][] = [
    ...partsOfPeople(change.added).map(
      (user_ids) =>
        ['user-admin.group.members_added' as const, { op: 'add_members', group_id, user_ids }] as [
          `user-admin.group.${string}`,
          Op,
        ],
    ),
    ...partsOfPeople(change.removed).map(
      (user_ids) =>
        ['user-admin.group.members_removed' as const, { op: 'remove_members', group_id, user_ids }] as [
          `user-admin.group.${string}`,
          Op,
        ],
    ),
  ];
  if (change.addedSubgroups.length > 0) {
    const direct_subgroup_ids = change.addedSubgroups;
    events.push(['user-admin.group.subgroups_added', { op: 'add_subgroups', group_id, direct_subgroup_ids }]);
  }
  if (change.removedSubgroups.length > 0) {
    const direct_subgroup_ids = change.removedSubgroups;
    events.push([
      'user-admin.group.subgroups_removed',
      { op: 'remove_subgroups', group_id, direct_subgroup_ids },
    ]);
  }
  return events.map(([kind, op], index) =>
    told(kind, op, index === events.length - 1 ? fact(group, systemGroups, change) : undefined),
  );
}

/** Name, description, settings or whether it is in use changed; `data` by the API's names. */
export const groupUpdated = (
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  data: Readonly<Record<string, unknown>>,
): Event =>
  told(
    'user-admin.group.updated',
    { op: 'update', group_id: group.groupId, data },
    fact(group, systemGroups),
  );

/** People in parts of which an event holds one each. */
export const partsOfPeople = (ids: readonly number[]): number[][] => partsOf(ids, maxPeople);
