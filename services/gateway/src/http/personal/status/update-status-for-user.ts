import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { statusParts, userId } from './status-parts.ts';

export const updateStatusForUser = route({
  method: 'POST',
  path: '/users/{user_id}/status',
  operation: 'update-status-for-user',
  summary: 'Changes the status of a user. For administrators.',
  auth: 'required',
  params: params({ user_id: userId(), ...statusParts }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateUserStatus(
      {
        userId: values.user_id,
        statusText: values.status_text,
        emojiName: values.emoji_name,
        emojiCode: values.emoji_code,
        reactionType: values.reaction_type,
      },
      call,
    );
    return ok();
  },
});
