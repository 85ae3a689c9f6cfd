import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  ListIncomingWebhooksRequest,
  ListIncomingWebhooksResponse,
} from '@parley/proto/integrations/v1/integrations';
import { requireReceiver } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { listIncoming } from '../db/incoming-webhooks.ts';
import { requireManagedBot } from '../facts/managed-bot.ts';
import { presentWebhooks } from '../view/incoming-webhook.ts';

/**
 * Returns the webhooks of a bot with their addresses.
 * @throws BAD_REQUEST when there is no such bot, or the caller may not manage it; ACCESS_DENIED for an API key with limits
 */
export async function listIncomingWebhooks(
  ctx: Ctx,
  { botUserId }: ListIncomingWebhooksRequest,
  scope: Scope,
): Promise<ListIncomingWebhooksResponse> {
  requireReceiver('webhook address', scope.call.principal);
  const bot = await requireManagedBot(scope, botUserId);
  const rows = await listIncoming(ctx.db, bot.userId);
  return { webhooksJson: jsonBytes(await presentWebhooks(ctx, bot, rows, scope)) };
}
