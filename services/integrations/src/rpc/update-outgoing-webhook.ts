import { isDeepStrictEqual } from 'node:util';
import { errors, keysOf } from '@parley/core';
import { recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  UpdateOutgoingWebhookRequest,
  UpdateOutgoingWebhookResponse,
} from '@parley/proto/integrations/v1/integrations';
import { requireReceiver } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { findOutgoing, type OutgoingChanges, putOutgoing } from '../db/outgoing-webhooks.ts';
import { eventKinds } from '../domain/apps/app-events.ts';
import { newSecret, newToken } from '../domain/new-token.ts';
import { requireChannelsOfBot } from '../facts/known-channels.ts';
import { requireManagedBot } from '../facts/managed-bot.ts';
import { checkProgram } from '../facts/outgoing-address.ts';
import { presentOutgoingWebhook } from '../view/outgoing-webhook.ts';

/** The value of `bot_type` for bots with a program. */
const outgoingType = 3;
/** Maximum number of words, and of channels, that trigger a bot. */
const maxTriggers = 100;
const maxWord = 100;

/**
 * Changes where and when the messages of a bot of type 3 are sent. Repeating it changes nothing, and adds no entry to the audit log.
 * @throws BAD_REQUEST when there is no such bot, the caller may not manage it, the address is not public, or there are too many words or channels;
 * STREAM_DOES_NOT_EXIST; ACCESS_DENIED for an API key with limits, because messages would leave through it
 */
export async function updateOutgoingWebhook(
  ctx: Ctx,
  {
    botUserId,
    url,
    interface: format,
    isEnabled,
    triggerWords,
    channels,
    events,
  }: UpdateOutgoingWebhookRequest,
  scope: Scope,
): Promise<UpdateOutgoingWebhookResponse> {
  requireReceiver('webhook secret', scope.call.principal);
  const bot = await requireManagedBot(scope, botUserId);
  const known = await findOutgoing(ctx.db, bot.userId);
  if (bot.botType !== outgoingType || (!known && url === undefined))
    throw errors.badRequest('This bot has no outgoing webhook.');
  await checkProgram(ctx, { url, format });
  const words = triggerWords?.words.map((word) => word.trim()).filter((word) => word !== '');
  if (
    [words ?? [], channels?.channelIds ?? []].some((list) => list.length > maxTriggers) ||
    words?.some((word) => word.length > maxWord)
  )
    throw errors.badRequest('There are too many words or channels.');
  if (events?.words.some((kind) => !eventKinds.some((known) => known === kind)))
    throw errors.badRequest('There is no such kind of events.');
  const added = channels?.channelIds.filter((id) => !known?.channelIds.includes(id));
  await requireChannelsOfBot(bot, added ?? [], scope);
  const given = {
    url,
    interface: format,
    isEnabled,
    triggerWords: words,
    channelIds: channels?.channelIds,
    events: events?.words,
  };
  const changes: OutgoingChanges = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const fresh = {
    sealedToken: ctx.sealer.seal(newToken(), bot.userId),
    sealedSecret: ctx.sealer.seal(newSecret(), bot.userId),
  };
  const webhook = await ctx.db.tx(async (tx) => {
    const before = await findOutgoing(tx, bot.userId);
    const stored = await putOutgoing(tx, bot.userId, changes, fresh);
    const changed = keysOf(changes).filter((name) => !isDeepStrictEqual(before?.[name], stored[name]));
    if (changed.length > 0) {
      const details = { url: stored.url, changed };
      await recordAudit(tx, scope.call, [{ action: 'bot.program_changed', userId: bot.userId, details }]);
    }
    return stored;
  });
  return { webhook: await presentOutgoingWebhook(ctx, bot, webhook, scope) };
}
