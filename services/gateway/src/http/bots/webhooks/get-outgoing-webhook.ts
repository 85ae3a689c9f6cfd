import { outgoingWebhookSchema } from '@parley/api';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { botId } from '../bot-id.ts';
import { presentProgram } from '../bot-services.ts';

export const getOutgoingWebhook = route({
  method: 'GET',
  path: '/bots/{bot_id}/outgoing_webhook',
  operation: 'get-outgoing-webhook',
  summary: 'Returns where and when the messages of an outgoing bot are sent, and its token and secret.',
  auth: 'required',
  awaits: 'facts',
  params: params({ bot_id: botId() }),
  answer: z.strictObject({
    outgoing_webhook: outgoingWebhookSchema,
  }),
  async handle(ctx, { bot_id }, { call }) {
    const { webhook } = await ctx.rpc.integrations.getOutgoingWebhook({ botUserId: bot_id }, call);
    return ok({ outgoing_webhook: presentProgram(webhook, call) });
  },
});
