import type { Scope } from '@parley/facts';
import { OutgoingWebhook as Shown } from '@parley/proto/integrations/v1/integrations';
import { handOut } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { OutgoingWebhook } from '../db/outgoing-webhooks.ts';

/**
 * Returns an outgoing webhook with the token and the secret by which its program recognizes this server.
 * @throws ACCESS_DENIED for an API key with limits
 */
export function presentOutgoingWebhook(ctx: Ctx, webhook: OutgoingWebhook, { call }: Scope): Shown {
  const open = (sealed: Buffer) =>
    handOut('webhook secret', ctx.sealer.open(sealed, webhook.botId), call.principal);
  return Shown.create({
    botUserId: webhook.botId,
    url: webhook.url,
    interface: webhook.interface,
    token: open(webhook.sealedToken),
    secret: open(webhook.sealedSecret),
    triggerWords: webhook.triggerWords,
    channelIds: webhook.channelIds,
    isEnabled: webhook.isEnabled,
    events: webhook.events,
  });
}
