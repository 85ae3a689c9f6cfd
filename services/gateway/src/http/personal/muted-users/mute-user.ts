import { ok } from '../../../edge/answer/envelope.ts';
import { route } from '../../../edge/declaration/route.ts';
import { mutedUser } from './muted-user-parts.ts';

export const muteUser = route({
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  operation: 'mute-user',
  summary: 'Hides messages of a user from the caller.',
  auth: 'required',
  params: mutedUser,
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.muteUser({ userId: values.muted_user_id }, call);
    return ok();
  },
});
