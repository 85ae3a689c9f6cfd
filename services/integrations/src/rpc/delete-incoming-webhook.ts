import { errors } from '@parley/core';
import { recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  DeleteIncomingWebhookRequest,
  DeleteIncomingWebhookResponse,
} from '@parley/proto/integrations/v1/integrations';
import type { Ctx } from '../context.ts';
import { deleteIncoming } from '../db/incoming-webhooks.ts';
import { requireManagedBot } from '../facts/managed-bot.ts';

/**
 * Deletes a webhook. Its addresses in the forms of Mattermost and Slack end.
 * @throws BAD_REQUEST when there is no such bot or webhook, or the caller may not manage it
 */
export async function deleteIncomingWebhook(
  ctx: Ctx,
  { botUserId, webhookId }: DeleteIncomingWebhookRequest,
  scope: Scope,
): Promise<DeleteIncomingWebhookResponse> {
  const bot = await requireManagedBot(scope, botUserId);
  await ctx.db.tx(async (tx) => {
    const integration = await deleteIncoming(tx, bot.userId, webhookId);
    if (integration === undefined) throw errors.badRequest('There is no such webhook.');
    const details = { integration };
    await recordAudit(tx, scope.call, [{ action: 'bot.webhook_deleted', userId: bot.userId, details }]);
  });
  return {};
}
