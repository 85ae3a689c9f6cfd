import { outgoingWebhookSchema } from '@parley/api';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { boolean, integer, json, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { botId } from '../bot-id.ts';
import { presentProgram } from '../bot-services.ts';

export const updateOutgoingWebhook = route({
  method: 'PATCH',
  path: '/bots/{bot_id}/outgoing_webhook',
  operation: 'update-outgoing-webhook',
  summary: 'Changes where and when the messages of an outgoing bot are sent, or turns this on or off.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    bot_id: botId(),
    payload_url: text(2_000).optional().describe('A public web address.'),
    interface_type: integer({ min: 0, max: 100 }).optional().describe('1: Zulip’s format, 2: Slack’s.'),
    trigger_words: json(z.array(z.string().max(100)).max(100))
      .optional()
      .describe('Words at the beginning of messages in `channel_ids` that trigger the bot.'),
    channel_ids: json(z.array(z.int().min(0)).max(100)).optional(),
    events: json(z.array(z.string().max(100)).max(50))
      .optional()
      .describe(
        'Kinds of events beyond messages: `reaction_added`, `channel_created`, `member_joined_channel` and others.',
      ),
    is_enabled: boolean().optional(),
  }),
  answer: z.strictObject({
    outgoing_webhook: outgoingWebhookSchema,
  }),
  async handle(ctx, values, { call }) {
    const { webhook } = await ctx.rpc.integrations.updateOutgoingWebhook(
      {
        botUserId: values.bot_id,
        url: values.payload_url,
        interface: values.interface_type,
        isEnabled: values.is_enabled,
        triggerWords: values.trigger_words && { words: values.trigger_words },
        events: values.events && { words: values.events },
        channels: values.channel_ids && { channelIds: values.channel_ids },
      },
      call,
    );
    return ok({ outgoing_webhook: presentProgram(webhook, call) });
  },
});
