import { ok } from '../../edge/answer/envelope.ts';
import { integer, json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { groupIdsSchema } from '../schemas.ts';

export const updateUserGroupSubgroups = route({
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  operation: 'update-user-group-subgroups',
  summary: 'Adds and removes subgroups of a user group.',
  auth: 'required',
  params: params({
    user_group_id: integer({ min: 0 }).inPath(),
    add: json(groupIdsSchema).default([]),
    delete: json(groupIdsSchema).default([]),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.changeGroupMembers(
      {
        groupId: values.user_group_id,
        add: [],
        delete: [],
        addSubgroups: values.add,
        deleteSubgroups: values.delete,
      },
      call,
    );
    return ok();
  },
});
