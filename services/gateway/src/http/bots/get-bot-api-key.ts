import { credential } from '@parley/api';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { botId } from './bot-id.ts';

export const getBotApiKey = route({
  method: 'GET',
  path: '/bots/{bot_id}/api_key',
  operation: 'get-bot-api-key',
  summary: "Returns a bot's API key to those who may change the bot.",
  auth: 'required',
  awaits: 'facts',
  params: params({ bot_id: botId() }),
  answer: z.strictObject({
    api_key: credential('API key'),
  }),
  async handle(ctx, { bot_id }, { call }) {
    const { apiKey } = await ctx.rpc.userAdmin.getApiKey({ botUserId: bot_id }, call);
    return ok({ api_key: handOut('API key', apiKey, call.principal) });
  },
});
