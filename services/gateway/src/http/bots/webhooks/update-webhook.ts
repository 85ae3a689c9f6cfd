import { incomingWebhookSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { botId } from '../bot-id.ts';
import { webhookParameters, webhookSettings } from './webhook-parts.ts';

export const updateWebhook = route({
  method: 'PATCH',
  path: '/bots/{bot_id}/webhooks/{webhook_id}',
  operation: 'update-webhook',
  summary: 'Changes where the messages of a webhook go, or turns it on or off.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    bot_id: botId(),
    webhook_id: integer({ min: 0 }).inPath(),
    ...webhookParameters(),
  }),
  answer: z.strictObject({
    webhook: incomingWebhookSchema,
  }),
  async handle(ctx, { bot_id, webhook_id, ...values }, { call }) {
    const request = { botUserId: bot_id, webhookId: webhook_id, settings: webhookSettings(values) };
    const { webhookJson } = await ctx.rpc.integrations.updateIncomingWebhook(request, call);
    return ok({ webhook: raw(webhookJson) });
  },
});
