import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const deactivateUserGroup = route({
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  operation: 'deactivate-user-group',
  summary: 'Deactivates a user group if nothing depends on it.',
  auth: 'required',
  params: params({ user_group_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    const request = { groupId: values.user_group_id };
    // The channel service knows which channels use the group. user-admin refuses to deactivate a group that is in use.
    const { uses } = await ctx.rpc.channel.findGroupUses(request, call);
    await ctx.rpc.userAdmin.deactivateGroup({ ...request, channelUses: uses }, call);
    return ok();
  },
});
