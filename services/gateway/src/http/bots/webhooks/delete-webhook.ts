import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { botId } from '../bot-id.ts';

export const deleteWebhook = route({
  method: 'DELETE',
  path: '/bots/{bot_id}/webhooks/{webhook_id}',
  operation: 'delete-webhook',
  summary: 'Deletes a webhook, so that its addresses end.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    bot_id: botId(),
    webhook_id: integer({ min: 0 }).inPath(),
  }),
  async handle(ctx, { bot_id, webhook_id }, { call }) {
    const request = { botUserId: bot_id, webhookId: webhook_id };
    await ctx.rpc.integrations.deleteIncomingWebhook(request, call);
    return ok();
  },
});
