import { z } from 'zod';
import { userGroupSchema } from '../objects/user-group.ts';

export const createUserGroupAnswer = z.strictObject({
  group_id: z.int(),
});

export const getIsUserGroupMemberAnswer = z.strictObject({
  is_user_group_member: z.boolean(),
});

export const getUserGroupMembersAnswer = z.strictObject({
  members: z.array(z.int()),
});

export const getUserGroupSubgroupsAnswer = z.strictObject({
  subgroups: z.array(z.int()),
});

export const getUserGroupsAnswer = z.strictObject({
  user_groups: z.array(userGroupSchema),
});
