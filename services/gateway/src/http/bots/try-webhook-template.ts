import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import { freeText } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { botId } from './bot-id.ts';

export const tryWebhookTemplate = route({
  method: 'POST',
  path: '/bots/{bot_id}/webhooks/try_template',
  operation: 'try-webhook-template',
  summary: 'Shows the text that a template makes of a payload, and sends nothing.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    bot_id: botId(),
    template: freeText(10_000),
    payload: freeText().describe('The body of a request, for instance that of a delivery.'),
  }),
  answer: z.strictObject({
    content: z.string(),
  }),
  async handle(ctx, { bot_id, template, payload }, { call }) {
    const request = { botUserId: bot_id, template, payload };
    const { content } = await ctx.rpc.integrations.tryTemplate(request, call);
    return ok({ content });
  },
});
