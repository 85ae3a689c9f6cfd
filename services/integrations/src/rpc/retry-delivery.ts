import { randomUUID } from 'node:crypto';
import { errors, jsonBytes } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import type { RetryDeliveryRequest, RetryDeliveryResponse } from '@parley/proto/integrations/v1/integrations';
import { personOf } from '@parley/rpc';
import { requireContents } from '@parley/rules';
import { type Language, languageOf } from '@parley/texts';
import type { Ctx } from '../context.ts';
import { findIncomingDelivery } from '../db/incoming-deliveries.ts';
import { findByIntegration } from '../db/incoming-webhooks.ts';
import { repeatOutgoing } from '../db/outgoing-deliveries.ts';
import { readParameters } from '../domain/templates/parameters.ts';
import { requireManagedBot } from '../facts/managed-bot.ts';
import { withReadablePayloads } from '../facts/readable-payloads.ts';
import { catalogue } from '../incoming-webhooks/catalogue.ts';
import { post } from '../incoming-webhooks/post.ts';
import { presentIncoming, presentOutgoing } from '../view/delivery.ts';

/**
 * Repeats a delivery: the request of a tool becomes a message again, with the settings of now, or a message is sent to the program again.
 * @throws BAD_REQUEST when there is no such bot or delivery, the delivery waits to be sent, the caller may not manage the bot, or the payload was not kept; ACCESS_DENIED for an API
 * key that may not read messages; the errors of `post`
 */
export async function retryDelivery(
  ctx: Ctx,
  { botUserId, direction, deliveryId, language: tag }: RetryDeliveryRequest,
  scope: Scope,
): Promise<RetryDeliveryResponse> {
  requireContents(personOf(scope.call)?.keyScope);
  const language = languageOf(tag);
  const bot = await requireManagedBot(scope, botUserId);
  if (direction !== 'out')
    return { deliveryJson: await repeatIncoming(ctx, { bot, deliveryId, language }, scope) };
  const repeated = await repeatOutgoing(ctx.db, bot.userId, deliveryId);
  if (!repeated) throw errors.badRequest('There is no such delivery, or it is waiting to be sent.');
  ctx.kickSender();
  const [shown = repeated] = await withReadablePayloads(ctx, bot.userId, [repeated]);
  return { deliveryJson: jsonBytes(presentOutgoing(shown, language)) };
}

async function repeatIncoming(
  ctx: Ctx,
  { bot, deliveryId, language }: { bot: User; deliveryId: number; language: Language },
  scope: Scope,
): Promise<Buffer> {
  const delivery = await findIncomingDelivery(ctx.db, bot.userId, deliveryId);
  if (!delivery) throw errors.badRequest('There is no such delivery.');
  const integration = catalogue.get(delivery.integration);
  if (!integration || delivery.body === null || delivery.state === 'unverified')
    throw errors.badRequest('This delivery cannot be repeated.');
  const { query, body } = delivery;
  const headers = JSON.parse(delivery.headers) as Record<string, string>;
  const request = {
    bot,
    integration,
    webhook: await findByIntegration(ctx.db, bot.userId, integration.name),
    parameters: readParameters(query),
    headers,
    query,
    body,
  };
  const outcome = await post(ctx, request, { sendKey: randomUUID(), wasVerified: true }, scope);
  const { state, event, detail, messageId } = outcome;
  const row = { ...delivery, body, state, event, detail, messageId, status: 200 };
  const newId = await ctx.recordReceived(row);
  const shown = { ...row, deliveryId: newId, receivedAt: Math.floor(ctx.clock.now() / 1000) };
  return jsonBytes(presentIncoming(shown, language));
}
