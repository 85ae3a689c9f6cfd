import { ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
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
