import { errors } from '@parley/core';
import { recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  UpdateIncomingWebhookRequest,
  UpdateIncomingWebhookResponse,
} from '@parley/proto/integrations/v1/integrations';
import { requireReceiver } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { findIncoming, updateIncoming } from '../db/incoming-webhooks.ts';
import { requireManagedBot } from '../facts/managed-bot.ts';
import { changedNames, webhookChanges } from '../facts/webhook-changes.ts';
import { catalogue } from '../incoming-webhooks/catalogue.ts';
import { webhookJson } from '../view/incoming-webhook.ts';

/**
 * Changes the settings of a webhook, or turns it on or off. Repeating it changes nothing, and adds no entry to the audit log.
 * @throws BAD_REQUEST when there is no such bot or webhook, or the caller may not manage it; STREAM_DOES_NOT_EXIST; ACCESS_DENIED for an API key
 * with limits
 */
export async function updateIncomingWebhook(
  ctx: Ctx,
  { botUserId, webhookId, settings }: UpdateIncomingWebhookRequest,
  scope: Scope,
): Promise<UpdateIncomingWebhookResponse> {
  requireReceiver('webhook address', scope.call.principal);
  const bot = await requireManagedBot(scope, botUserId);
  const before = await findIncoming(ctx.db, bot.userId, webhookId);
  if (!before) throw errors.badRequest('There is no such webhook.');
  const integration = catalogue.get(before.integration);
  const changes = await webhookChanges(ctx, { bot, integration }, settings, scope);
  const stored = await ctx.db.tx(async (tx) => {
    const row = await updateIncoming(tx, bot.userId, webhookId, changes);
    if (!row) return undefined;
    const changed = changedNames(ctx, before, changes);
    if (changed.length > 0) {
      const details = { integration: row.integration, changed };
      await recordAudit(tx, scope.call, [{ action: 'bot.webhook_changed', userId: bot.userId, details }]);
    }
    return row;
  });
  if (!stored) throw errors.badRequest('There is no such webhook.');
  return { webhookJson: await webhookJson(ctx, bot, stored, scope) };
}
