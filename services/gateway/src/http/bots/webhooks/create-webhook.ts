import { incomingWebhookSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { botId } from '../bot-id.ts';
import { webhookParameters, webhookSettings } from './webhook-parts.ts';

export const createWebhook = route({
  method: 'POST',
  path: '/bots/{bot_id}/webhooks',
  operation: 'create-webhook',
  summary: 'Makes the addresses at which a tool posts as a bot. A bot has one webhook for each integration.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    bot_id: botId(),
    integration: text(100).default('slack_incoming').describe('A name from `GET /integrations`.'),
    ...webhookParameters(),
  }),
  answer: z.strictObject({
    webhook: incomingWebhookSchema,
  }),
  async handle(ctx, { bot_id, integration, ...values }, { call }) {
    const request = { botUserId: bot_id, integration, settings: webhookSettings(values) };
    const { webhookJson } = await ctx.rpc.integrations.createIncomingWebhook(request, call);
    return ok({ webhook: raw(webhookJson) });
  },
});
