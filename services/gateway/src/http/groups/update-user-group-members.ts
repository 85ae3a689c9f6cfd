import { ok } from '../../edge/answer/envelope.ts';
import { integer, json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { groupIdsSchema, userIdsSchema } from '../schemas.ts';

export const updateUserGroupMembers = route({
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  operation: 'update-user-group-members',
  summary: 'Adds and removes members and subgroups of a user group.',
  auth: 'required',
  params: params({
    user_group_id: integer({ min: 0 }).inPath(),
    add: json(userIdsSchema).default([]),
    delete: json(userIdsSchema).default([]),
    add_subgroups: json(groupIdsSchema).default([]),
    delete_subgroups: json(groupIdsSchema).default([]),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.changeGroupMembers(
      {
        groupId: values.user_group_id,
        add: values.add,
        delete: values.delete,
        addSubgroups: values.add_subgroups,
        deleteSubgroups: values.delete_subgroups,
      },
      call,
    );
    return ok();
  },
});
