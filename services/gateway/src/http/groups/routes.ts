import type { AnyRoute } from '../../edge/route.ts';
import {
  createUserGroup,
  deactivateUserGroup,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from './change-groups.ts';
import {
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroupSubgroups,
  getUserGroups,
} from './get-groups.ts';

/** Groups of people, which permissions refer to. */
export const groupsRoutes: readonly AnyRoute[] = [
  getUserGroups,
  createUserGroup,
  updateUserGroup,
  deactivateUserGroup,
  getUserGroupMembers,
  getIsUserGroupMember,
  updateUserGroupMembers,
  getUserGroupSubgroups,
  updateUserGroupSubgroups,
];
