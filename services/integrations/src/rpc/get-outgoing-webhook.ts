import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  GetOutgoingWebhookRequest,
  GetOutgoingWebhookResponse,
} from '@parley/proto/integrations/v1/integrations';
import type { Ctx } from '../context.ts';
import { findOutgoing } from '../db/outgoing-webhooks.ts';
import { requireManagedBot } from '../facts/managed-bot.ts';
import { presentOutgoingWebhook } from '../view/outgoing-webhook.ts';

/**
 * Returns where the messages of a bot are sent.
 * @throws BAD_REQUEST when there is no such bot, it has no program, or the caller may not manage it; ACCESS_DENIED for an API key with limits
 */
export async function getOutgoingWebhook(
  ctx: Ctx,
  { botUserId }: GetOutgoingWebhookRequest,
  scope: Scope,
): Promise<GetOutgoingWebhookResponse> {
  const bot = await requireManagedBot(scope, botUserId);
  const webhook = await findOutgoing(ctx.db, bot.userId);
  if (!webhook) throw errors.badRequest('This bot has no outgoing webhook.');
  return { webhook: await presentOutgoingWebhook(ctx, bot, webhook, scope) };
}
