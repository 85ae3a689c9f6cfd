import { ok } from '../../../edge/answer/envelope.ts';
import { boolean } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { statusEnd, statusParts } from './status-parts.ts';

export const updateStatus = route({
  method: 'POST',
  path: '/users/me/status',
  operation: 'update-status',
  summary: "Changes the caller's status.",
  auth: 'required',
  params: params({ ...statusParts, ...statusEnd, away: boolean().optional().deprecated() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateUserStatus(
      {
        userId: 0,
        statusText: values.status_text,
        emojiName: values.emoji_name,
        emojiCode: values.emoji_code,
        reactionType: values.reaction_type,
        away: values.away,
        endsAt: values.status_ends_at,
      },
      call,
    );
    return ok();
  },
});
