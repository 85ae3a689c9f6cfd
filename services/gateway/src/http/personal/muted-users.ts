import { ok } from '../../edge/envelope.ts';
import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

const declared = params({ muted_user_id: integer({ min: 0 }).inPath() });

export const muteUser = route({
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  operation: 'mute-user',
  summary: 'Hides what a person writes from the caller.',
  auth: 'required',
  params: declared,
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.muteUser({ userId: values.muted_user_id }, call);
    return ok();
  },
});

export const unmuteUser = route({
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  operation: 'unmute-user',
  summary: 'Shows what a person writes again.',
  auth: 'required',
  params: declared,
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.unmuteUser({ userId: values.muted_user_id }, call);
    return ok();
  },
});
