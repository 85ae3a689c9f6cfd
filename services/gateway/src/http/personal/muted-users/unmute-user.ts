import { ok } from '../../../edge/answer/envelope.ts';
import { route } from '../../../edge/declaration/route.ts';
import { mutedUser } from './muted-user-parts.ts';

export const unmuteUser = route({
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  operation: 'unmute-user',
  summary: 'Shows messages of a muted user to the caller again.',
  auth: 'required',
  params: mutedUser,
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.unmuteUser({ userId: values.muted_user_id }, call);
    return ok();
  },
});
