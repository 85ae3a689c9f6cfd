import type { WebhookSettings } from '@parley/proto/integrations/v1/integrations';
import { boolean, freeText, integer } from '../../../edge/declaration/parameter.ts';

/** Declares the parameters that change an incoming webhook. */
export const webhookParameters = () => ({
  channel_id: integer({ min: 0 })
    .optional()
    .describe('Where messages go; 0 for none: then they go to the owner of the bot.'),
  topic: freeText(1_000).optional().describe('Empty: the integration chooses.'),
  secret: freeText(500).optional().describe('With which the tool signs. Empty removes it.'),
  is_enabled: boolean().optional(),
  allows_override: boolean()
    .optional()
    .describe('Whether payloads in Slack’s and Mattermost’s form may name another channel. Default true.'),
  template: freeText(10_000)
    .optional()
    .describe('The text of messages, instead of that of the integration. Empty removes it.'),
});

type Values = {
  channel_id: number | undefined;
  topic: string | undefined;
  secret: string | undefined;
  is_enabled: boolean | undefined;
  allows_override: boolean | undefined;
  template: string | undefined;
};

/** Returns the settings of an incoming webhook that a request changes. */
export const webhookSettings = (values: Values): WebhookSettings => ({
  channelId: values.channel_id,
  topic: values.topic,
  secret: values.secret,
  isEnabled: values.is_enabled,
  allowsOverride: values.allows_override,
  template: values.template,
});
