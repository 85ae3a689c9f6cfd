import type { GroupId, UserId } from '../ids.ts';
import type { EventOf, GroupSettingValue, Registration, UserGroup } from '../objects.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import type { Handlers } from './handlers.ts';

export class Groups {
  readonly groups: ObservableMap<GroupId, UserGroup>;
  /** Sets of members, built on first use, by the list of member IDs. Changes create new lists, so a set is never outdated. */
  readonly #memberSets = new WeakMap<readonly number[], ReadonlySet<number>>();

  constructor(batch: Batch) {
    this.groups = new ObservableMap(batch);
  }

  load(initial: Registration): void {
    this.groups.replaceAll((initial.realm_user_groups ?? []).map((group) => [group.id, group]));
  }

  /** Returns whether a permission value (a group, or a list of users and groups) includes a user, directly or through subgroups. */
  includes(setting: GroupSettingValue, userId: UserId): boolean {
    if (typeof setting === 'number') return this.#groupIncludes(setting, userId, new Set());
    const visited = new Set<number>();
    return (
      setting.direct_members.includes(userId) ||
      setting.direct_subgroups.some((id) => this.#groupIncludes(id, userId, visited))
    );
  }

  readonly handlers = {
    user_group: (event) => {
      if (event.op === 'add') this.groups.set(event.group.id, event.group);
      else if (event.op === 'remove') this.groups.delete(event.group_id);
      else {
        const group = this.groups.get(event.group_id);
        if (group) this.groups.set(group.id, groupAfter(group, event));
      }
    },
  } satisfies Handlers;

  #groupIncludes(groupId: GroupId, userId: UserId, visited: Set<number>): boolean {
    const group = this.groups.get(groupId);
    if (!group || visited.has(groupId)) return false;
    visited.add(groupId);
    return (
      this.#membersOf(group.members).has(userId) ||
      group.direct_subgroup_ids.some((id) => this.#groupIncludes(id, userId, visited))
    );
  }

  #membersOf(members: readonly number[]): ReadonlySet<number> {
    const known = this.#memberSets.get(members);
    if (known) return known;
    const made = new Set(members);
    this.#memberSets.set(members, made);
    return made;
  }
}

function withAll(ids: readonly number[], added: readonly number[]): number[] {
  const known = new Set(ids);
  return [...ids, ...added.filter((id) => !known.has(id))];
}

function without(ids: readonly number[], removed: readonly number[]): number[] {
  const gone = new Set(removed);
  return ids.filter((id) => !gone.has(id));
}

type GroupChange = Exclude<EventOf<'user_group'>, { op: 'add' | 'remove' }>;

function groupAfter(group: UserGroup, event: GroupChange): UserGroup {
  const { members, direct_subgroup_ids: subgroups } = group;
  switch (event.op) {
    case 'update':
      return { ...group, ...event.data };
    case 'add_members':
      return { ...group, members: withAll(members, event.user_ids) };
    case 'remove_members':
      return { ...group, members: without(members, event.user_ids) };
    case 'add_subgroups':
      return { ...group, direct_subgroup_ids: withAll(subgroups, event.direct_subgroup_ids) };
    case 'remove_subgroups':
      return { ...group, direct_subgroup_ids: without(subgroups, event.direct_subgroup_ids) };
  }
}
