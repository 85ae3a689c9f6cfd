import { z } from 'zod';
import { userGroupSchema } from '../objects/user-group.ts';
import { eventWithOp, recipients } from './event.ts';

const { everyone, viewersOfUser } = recipients;

const memberMembers = { group_id: z.int(), user_ids: z.array(z.int()) };
const subgroupMembers = { group_id: z.int(), direct_subgroup_ids: z.array(z.int()) };

/** Schemas of the events about user groups. The keys are `type/op`. */
export const groupEvents = {
  'user_group/add': eventWithOp(
    'user_group',
    'add',
    { group: userGroupSchema },
    { recipients: everyone, causes: ['create-user-group'] },
  ),
  'user_group/update': eventWithOp(
    'user_group',
    'update',
    {
      group_id: z.int(),
      data: userGroupSchema
        .pick({
          name: true,
          description: true,
          can_add_members_group: true,
          can_join_group: true,
          can_leave_group: true,
          can_manage_group: true,
          can_mention_group: true,
          can_remove_members_group: true,
          deactivated: true,
        })
        .partial(),
    },
    { recipients: everyone, causes: ['update-user-group'] },
  ),
  'user_group/add_members': eventWithOp('user_group', 'add_members', memberMembers, {
    recipients: viewersOfUser,
    causes: [
      'update-user-group-members',
      'create-user',
      'update-user',
      'a guest who now shares a channel or conversation with a member',
    ],
  }),
  'user_group/remove_members': eventWithOp('user_group', 'remove_members', memberMembers, {
    recipients: viewersOfUser,
    causes: ['update-user-group-members', 'update-user', 'a guest who shares nothing with a member any more'],
  }),
  'user_group/add_subgroups': eventWithOp('user_group', 'add_subgroups', subgroupMembers, {
    recipients: everyone,
    causes: ['update-user-group-subgroups'],
  }),
  'user_group/remove_subgroups': eventWithOp('user_group', 'remove_subgroups', subgroupMembers, {
    recipients: everyone,
    causes: ['update-user-group-subgroups'],
  }),
};

/** The event for the deactivation of a group, in the form for clients without the capability `include_deactivated_groups`. */
export const groupRemoval = eventWithOp('user_group', 'remove', { group_id: z.int() });
