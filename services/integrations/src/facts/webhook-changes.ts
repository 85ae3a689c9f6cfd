import { errors, keysOf } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import type { WebhookSettings } from '@parley/proto/integrations/v1/integrations';
import type { Ctx } from '../context.ts';
import type { IncomingChanges, IncomingWebhook } from '../db/incoming-webhooks.ts';
import { fitTopic } from '../domain/fit.ts';
import type { Integration } from '../domain/integration.ts';
import { PayloadError } from '../domain/templates/payload.ts';
import { parseTemplate } from '../domain/templates/template.ts';
import { requireChannelsOfBot } from './known-channels.ts';

/** Maximum length of a secret. */
const maxSecret = 500;

/**
 * Returns the changes of a webhook that a request asks for.
 * @throws STREAM_DOES_NOT_EXIST for a channel of which neither the bot nor its owner may know; BAD_REQUEST for a secret that is too long or of a tool that does not sign, and a template that cannot be read
 */
export async function webhookChanges(
  { sealer }: Pick<Ctx, 'sealer'>,
  { bot, integration }: { bot: User; integration: Integration | undefined },
  settings: WebhookSettings | undefined,
  scope: Scope,
): Promise<IncomingChanges> {
  const changes: IncomingChanges = {};
  if (!settings) return changes;
  const { channelId, topic, secret, isEnabled, allowsOverride, template } = settings;
  if (channelId !== undefined) {
    if (channelId !== 0) await requireChannelsOfBot(bot, [channelId], scope);
    changes.channelId = channelId === 0 ? null : channelId;
  }
  if (topic !== undefined) changes.topic = topic.trim() === '' ? '' : fitTopic(topic, '');
  if (secret !== undefined) {
    if (secret.length > maxSecret) throw errors.badRequest('The secret is too long.');
    // It would be stored, and protect nothing.
    if (secret !== '' && !integration?.verification)
      throw errors.badRequest('Requests of this integration cannot be verified, so it takes no secret.');
    changes.sealedSecret = secret === '' ? null : sealer.seal(secret, bot.userId);
  }
  if (template !== undefined) {
    try {
      parseTemplate(template);
    } catch (error) {
      if (error instanceof PayloadError) throw errors.badRequest(error.text);
      throw error;
    }
    changes.template = template;
  }
  if (isEnabled !== undefined) changes.isEnabled = isEnabled;
  if (allowsOverride !== undefined) changes.allowsOverride = allowsOverride;
  return changes;
}

/** Returns the names of the settings that changes give another value than they have. */
export function changedNames(
  { sealer }: Pick<Ctx, 'sealer'>,
  before: IncomingWebhook,
  changes: IncomingChanges,
): string[] {
  // The same secret is sealed differently each time.
  const opened = (sealed: Buffer | null | undefined) =>
    sealed ? sealer.open(sealed, before.botId) : undefined;
  return keysOf(changes).filter((name) =>
    name === 'sealedSecret'
      ? opened(before.sealedSecret) !== opened(changes.sealedSecret)
      : before[name] !== changes[name],
  );
}
