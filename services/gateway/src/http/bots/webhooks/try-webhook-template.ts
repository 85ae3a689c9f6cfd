import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { freeText, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { botId } from '../bot-id.ts';

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
    content_type: text(1_000)
      .default('')
      .describe('The type of the body, as the request named it. JSON needs none.'),
  }),
  answer: z.strictObject({
    content: z.string(),
  }),
  async handle(ctx, { bot_id, template, payload, content_type: contentType }, { call }) {
    const request = { botUserId: bot_id, template, payload, contentType };
    const { content } = await ctx.rpc.integrations.tryTemplate(request, call);
    return ok({ content });
  },
});
