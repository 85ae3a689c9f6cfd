import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../../kernel/scoped-handlers.ts';
import type { Ctx } from '../../context.ts';
import { changeGroupMembers } from './change-group-members.ts';
import { createGroup } from './create-group.ts';
import { deactivateGroup } from './deactivate-group.ts';
import { getGroupMembers } from './get-group-members.ts';
import { getGroups } from './get-groups.ts';
import { getSubgroups } from './get-subgroups.ts';
import { isGroupMember } from './is-group-member.ts';
import { listGroups } from './list-groups.ts';
import { updateGroup } from './update-group.ts';

/** RPCs about user groups. */
export const groupHandlers = {
  changeGroupMembers,
  createGroup,
  deactivateGroup,
  getGroupMembers,
  getGroups,
  getSubgroups,
  isGroupMember,
  listGroups,
  updateGroup,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
