import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/directory';
import { handOut } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { OutgoingWebhook } from '../db/outgoing-webhooks.ts';

/**
 * Returns the JSON text of an outgoing webhook, with the token and the secret by which its program recognizes this server.
 * @throws ACCESS_DENIED for an API key with limits
 */
export function outgoingJson(ctx: Ctx, webhook: OutgoingWebhook, { call }: Scope): Buffer {
  const open = (sealed: Buffer) =>
    handOut('webhook secret', ctx.sealer.open(sealed, webhook.botId), call.principal);
  return jsonBytes({
    bot_id: webhook.botId,
    base_url: webhook.url,
    interface: webhook.interface,
    token: open(webhook.sealedToken),
    secret: open(webhook.sealedSecret),
    trigger_words: webhook.triggerWords,
    channel_ids: webhook.channelIds,
    is_enabled: webhook.isEnabled,
  });
}
