import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { botId } from './bot-id.ts';

export const deactivateBot = route({
  method: 'DELETE',
  path: '/bots/{bot_id}',
  operation: 'deactivate-bot',
  summary: 'Deactivates a bot.',
  auth: 'required',
  params: params({ bot_id: botId() }),
  async handle(ctx, { bot_id }, { call }) {
    await ctx.rpc.userAdmin.deactivateUser(
      {
        user: { user: { $case: 'userId', userId: bot_id } },
        comment: '',
        mustBeBot: true,
        actions: undefined,
      },
      call,
    );
    return ok();
  },
});
