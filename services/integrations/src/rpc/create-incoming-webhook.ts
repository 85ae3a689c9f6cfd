import { createHash } from 'node:crypto';
import { errors } from '@parley/core';
import { recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  CreateIncomingWebhookRequest,
  CreateIncomingWebhookResponse,
} from '@parley/proto/integrations/v1/integrations';
import { requireReceiver } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { findByIntegration, insertIncoming, updateIncoming } from '../db/incoming-webhooks.ts';
import { newToken } from '../domain/new-token.ts';
import { requireManagedBot } from '../facts/managed-bot.ts';
import { webhookChanges } from '../facts/webhook-changes.ts';
import { catalogue } from '../incoming-webhooks/catalogue.ts';
import { webhookJson } from '../view/incoming-webhook.ts';

/**
 * Makes the addresses at which a tool posts as a bot. A bot has at most one webhook for each integration; a second call changes its settings.
 * @throws BAD_REQUEST when there is no such bot or integration, or the caller may not manage the bot; STREAM_DOES_NOT_EXIST; ACCESS_DENIED for an
 * API key with limits
 */
export async function createIncomingWebhook(
  ctx: Ctx,
  { botUserId, integration, settings }: CreateIncomingWebhookRequest,
  scope: Scope,
): Promise<CreateIncomingWebhookResponse> {
  requireReceiver('webhook address', scope.call.principal);
  const bot = await requireManagedBot(scope, botUserId);
  const known = catalogue.get(integration);
  if (!known) throw errors.badRequest('There is no such integration.');
  const changes = await webhookChanges(ctx, { bot, integration: known }, settings, scope);
  const token = newToken();
  const stored = await ctx.db.tx(async (tx) => {
    const row =
      (await insertIncoming(tx, {
        botId: bot.userId,
        integration,
        tokenSha256: createHash('sha256').update(token).digest(),
        sealedToken: ctx.sealer.seal(token, bot.userId),
      })) ?? (await findByIntegration(tx, bot.userId, integration));
    if (!row) return undefined;
    const details = { integration, changed: Object.keys(changes) };
    await recordAudit(tx, scope.call, [{ action: 'bot.webhook_created', userId: bot.userId, details }]);
    return await updateIncoming(tx, bot.userId, row.webhookId, changes);
  });
  if (!stored) throw errors.unavailable();
  return { webhookJson: await webhookJson(ctx, bot, stored, scope) };
}
