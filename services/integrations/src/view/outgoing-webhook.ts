import type { Scope, User } from '@parley/facts';
import { OutgoingWebhook as Shown } from '@parley/proto/integrations/v1/integrations';
import { handOut } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { OutgoingWebhook } from '../db/outgoing-webhooks.ts';
import { findShownChannels } from '../facts/known-channels.ts';

/**
 * Returns an outgoing webhook with the token and the secret by which its program recognizes this server, without channels of which the caller may
 * not know.
 * @throws ACCESS_DENIED for an API key with limits
 */
export async function presentOutgoingWebhook(
  ctx: Ctx,
  bot: User,
  webhook: OutgoingWebhook,
  scope: Scope,
): Promise<Shown> {
  const open = (sealed: Buffer) =>
    handOut('webhook secret', ctx.sealer.open(sealed, webhook.botId), scope.call.principal);
  const shown = await findShownChannels(bot, webhook.channelIds, scope);
  return Shown.create({
    botUserId: webhook.botId,
    url: webhook.url,
    interface: webhook.interface,
    token: open(webhook.sealedToken),
    secret: open(webhook.sealedSecret),
    triggerWords: webhook.triggerWords,
    channelIds: webhook.channelIds.filter((id) => shown.has(id)),
    isEnabled: webhook.isEnabled,
    events: webhook.events,
  });
}
