import { jsonBytes } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import { handOut } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { IncomingWebhook } from '../db/incoming-webhooks.ts';
import { findShownChannels } from '../facts/known-channels.ts';

/** Returns webhooks of a bot as the caller sees them, without channels of which the caller may not know. */
export async function presentWebhooks(
  ctx: Ctx,
  bot: User,
  webhooks: readonly IncomingWebhook[],
  scope: Scope,
): Promise<ReturnType<typeof presentWebhook>[]> {
  const chosen = webhooks.flatMap(({ channelId }) => channelId ?? []);
  const shown = await findShownChannels(bot, chosen, scope);
  return webhooks.map((webhook) => {
    const isShown = webhook.channelId !== null && shown.has(webhook.channelId);
    return presentWebhook(ctx, { ...webhook, channelId: isShown ? webhook.channelId : null }, scope);
  });
}

/**
 * Returns a webhook as the API shows it, with its addresses in the forms of Mattermost and Slack. The address in Zulip's form contains the key
 * of the bot, which this service does not know; clients add it.
 * @throws ACCESS_DENIED for an API key with limits
 */
function presentWebhook(ctx: Ctx, webhook: IncomingWebhook, { call }: Scope) {
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

export async function webhookJson(
  ctx: Ctx,
  bot: User,
  webhook: IncomingWebhook,
  scope: Scope,
): Promise<Buffer> {
  const [shown] = await presentWebhooks(ctx, bot, [webhook], scope);
  return Buffer.from(jsonBytes(shown));
}
