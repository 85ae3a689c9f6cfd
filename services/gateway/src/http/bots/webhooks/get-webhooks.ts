import { incomingWebhookSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { botId } from '../bot-id.ts';

export const getWebhooks = route({
  method: 'GET',
  path: '/bots/{bot_id}/webhooks',
  operation: 'get-webhooks',
  summary: 'Lists the webhooks of a bot with their addresses, for those who may change the bot.',
  auth: 'required',
  awaits: 'facts',
  params: params({ bot_id: botId() }),
  answer: z.strictObject({
    webhooks: z.array(incomingWebhookSchema),
  }),
  async handle(ctx, { bot_id }, { call }) {
    const { webhooksJson } = await ctx.rpc.integrations.listIncomingWebhooks({ botUserId: bot_id }, call);
    return ok({ webhooks: raw(webhooksJson) });
  },
});
