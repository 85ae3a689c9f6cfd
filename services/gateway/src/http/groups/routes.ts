import type { AnyRoute } from '../../edge/route.ts';
import { createUserGroup } from './create-user-group.ts';
import { deactivateUserGroup } from './deactivate-user-group.ts';
import { getIsUserGroupMember } from './get-is-user-group-member.ts';
import { getUserGroupMembers } from './get-user-group-members.ts';
import { getUserGroupSubgroups } from './get-user-group-subgroups.ts';
import { getUserGroups } from './get-user-groups.ts';
import { removeUserGroup } from './remove-user-group.ts';
import { updateUserGroup } from './update-user-group.ts';
import { updateUserGroupMembers } from './update-user-group-members.ts';
import { updateUserGroupSubgroups } from './update-user-group-subgroups.ts';

/** Routes of user groups. */
export const groupsRoutes: readonly AnyRoute[] = [
  getUserGroups,
  createUserGroup,
  updateUserGroup,
  deactivateUserGroup,
  removeUserGroup,
  getUserGroupMembers,
  getIsUserGroupMember,
  updateUserGroupMembers,
  getUserGroupSubgroups,
  updateUserGroupSubgroups,
];
