import { createHmac } from 'node:crypto';
import type { User } from '@parley/facts';
import type { OutgoingDelivery } from '../db/outgoing-deliveries.ts';
import type { OutgoingWebhook } from '../db/outgoing-webhooks.ts';
import { standardKey } from '../domain/deliveries/verify.ts';
import type { ReadMessage } from '../facts/read-message.ts';
import type { OutgoingRequest } from '../programs/request.ts';

type Parts = {
  webhook: OutgoingWebhook;
  delivery: OutgoingDelivery;
  bot: User;
  /** The message as the API shows it, and its content in Markdown. */
  message: ReadMessage;
  rawContent: string;
  token: string;
  publicUrl: string;
};

/** Returns the request to a program in Zulip's format: JSON with the message and why it is sent. */
export function zulipRequest({ delivery, bot, message, rawContent, token }: Parts): OutgoingRequest {
  const body = JSON.stringify({
    data: rawContent,
    // Clients know a word as the trigger of Slack's format only; here it is what a mention is.
    trigger: delivery.trigger === 'direct_message' ? 'direct_message' : 'mention',
    message: { ...message, content: rawContent, rendered_content: message.content },
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    token,
  });
  return { headers: { 'content-type': 'application/json' }, body };
}

/** Returns the request to a program in Slack's format: a form. */
export function slackRequest({ delivery, message, rawContent, token, publicUrl }: Parts): OutgoingRequest {
  const isChannel = message.type === 'stream';
  const form = new URLSearchParams({
    token,
    team_id: 'T0000000001',
    team_domain: new URL(publicUrl).hostname,
    channel_id: isChannel ? `C${message.stream_id}` : `D${message.id}`,
    channel_name: isChannel ? String(message.display_recipient) : 'directmessage',
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: rawContent,
    trigger_word: delivery.triggerWord === '' ? delivery.trigger : delivery.triggerWord,
    service_id: String(delivery.botId),
  });
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form.toString() };
}

/** Returns the headers of Standard Webhooks. The ID is the same for all attempts, so a program recognizes repetitions. */
export function signatureHeaders(
  deliveryId: number,
  body: string,
  secret: string,
  nowSeconds: number,
): Record<string, string> {
  const id = `msg_${deliveryId}`;
  const digest = createHmac('sha256', standardKey(secret))
    .update(`${id}.${nowSeconds}.${body}`)
    .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(nowSeconds),
    'webhook-signature': `v1,${digest}`,
  };
}
