import type { GroupId, UserId } from '@parley/rules';
import type { AuditChange } from '../../kernel/db/audit.ts';

type Group = { groupId: GroupId; name: string };
type Membership = {
  added: readonly UserId[];
  removed: readonly UserId[];
  addedSubgroups: readonly GroupId[];
  removedSubgroups: readonly GroupId[];
};

/**
 * Returns the audit log entries for a change of a group's members. There is one entry for each person, so that owners can find
 * it by the person, and one for each subgroup.
 * @param method what caused the change, such as `invitation`; undefined when somebody changed the group itself
 */
export function changedMembers(
  { groupId, name }: Group,
  { added, removed, addedSubgroups, removedSubgroups }: Membership,
  method?: string,
): AuditChange[] {
  const details = { groupId, name, ...(method !== undefined && { method }) };
  const ofPerson = (action: string) => (userId: UserId) => ({ action, userId, details });
  const ofSubgroup = (action: string) => (subgroupId: GroupId) => ({
    action,
    details: { ...details, subgroupId },
  });
  return [
    ...added.map(ofPerson('group.member_added')),
    ...removed.map(ofPerson('group.member_removed')),
    ...addedSubgroups.map(ofSubgroup('group.subgroup_added')),
    ...removedSubgroups.map(ofSubgroup('group.subgroup_removed')),
  ];
}
