import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import { handOut } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { IncomingWebhook } from '../db/incoming-webhooks.ts';

/**
 * Returns a webhook as the API shows it, with its addresses in the forms of Mattermost and Slack. The address in Zulip's form contains the key
 * of the bot, which this service does not know; clients add it.
 * @throws ACCESS_DENIED for an API key with limits
 */
export function presentWebhook(ctx: Ctx, webhook: IncomingWebhook, { call }: Scope) {
  const token = ctx.sealer.open(webhook.sealedToken, webhook.botId);
  const out = (path: string) => handOut('webhook address', `${ctx.publicUrl}${path}`, call.principal);
  const place = webhook.channelId === null ? '' : `&stream=${webhook.channelId}`;
  return {
    id: webhook.webhookId,
    bot_id: webhook.botId,
    integration: webhook.integration,
    channel_id: webhook.channelId,
    topic: webhook.topic,
    is_enabled: webhook.isEnabled,
    allows_override: webhook.allowsOverride,
    template: webhook.template,
    has_secret: webhook.sealedSecret !== null,
    date_created: webhook.createdAt,
    external_url_template: `${ctx.publicUrl}/api/v1/external/${webhook.integration}?api_key={api_key}${place}`,
    hooks_url: out(`/hooks/${token}`),
    services_url: out(`/services/${slackId('T', 1)}/${slackId('B', webhook.webhookId)}/${token}`),
  };
}

/** Returns an ID in the form of Slack's, which programs that know only these check. */
const slackId = (letter: string, id: number): string => `${letter}${String(id).padStart(10, '0')}`;

export const webhookJson = (ctx: Ctx, webhook: IncomingWebhook, scope: Scope): Buffer =>
  Buffer.from(jsonBytes(presentWebhook(ctx, webhook, scope)));
