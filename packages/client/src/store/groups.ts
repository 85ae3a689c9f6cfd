import type { GroupSettingValue, Registration, UserGroup } from '../objects.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import type { Handlers } from './handlers.ts';

type GroupEvent = {
  op: string;
  group_id: number;
  group?: UserGroup;
  data?: Partial<UserGroup>;
  user_ids?: number[];
  direct_subgroup_ids?: number[];
};

/** The organization's groups of people, which permissions refer to. */
export class Groups {
  readonly groups: ObservableMap<number, UserGroup>;
  /** Members of lists that were asked for; a list that changes is another list. */
  readonly #memberSets = new WeakMap<readonly number[], ReadonlySet<number>>();

  constructor(batch: Batch) {
    this.groups = new ObservableMap(batch);
  }

  load(initial: Registration): void {
    this.groups.replaceAll((initial.realm_user_groups ?? []).map((group) => [group.id, group]));
  }

  /** Whether a person belongs to a group, or is covered by a permission, directly or through subgroups. */
  includes(setting: GroupSettingValue, userId: number): boolean {
    if (typeof setting === 'number') return this.#groupIncludes(setting, userId, new Set());
    const visited = new Set<number>();
    return (
      setting.direct_members.includes(userId) ||
      setting.direct_subgroups.some((id) => this.#groupIncludes(id, userId, visited))
    );
  }

  readonly handlers: Handlers = {
    user_group: (event: GroupEvent) => {
      const { op, group_id: id, user_ids: users = [], direct_subgroup_ids: subgroups = [] } = event;
      if (op === 'add') return this.groups.set(event.group!.id, event.group!);
      if (op === 'remove') return void this.groups.delete(id);
      const group = this.groups.get(id);
      if (!group) return;
      if (op === 'update') this.groups.set(id, { ...group, ...event.data });
      else if (op === 'add_members')
        this.groups.set(id, { ...group, members: withAll(group.members, users) });
      else if (op === 'remove_members')
        this.groups.set(id, { ...group, members: without(group.members, users) });
      else if (op === 'add_subgroups') {
        this.groups.set(id, { ...group, direct_subgroup_ids: withAll(group.direct_subgroup_ids, subgroups) });
      } else if (op === 'remove_subgroups') {
        this.groups.set(id, { ...group, direct_subgroup_ids: without(group.direct_subgroup_ids, subgroups) });
      }
    },
  };

  #groupIncludes(groupId: number, userId: number, visited: Set<number>): boolean {
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
