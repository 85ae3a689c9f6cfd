import { z } from 'zod';
import { credential } from '../credential.ts';

export const integrationSchema = z
  .strictObject({
    name: z.string(),
    title: z.string(),
    icon: z.strictObject({ text: z.string(), color: z.string() }),
    category: z.string(),
    about: z.string(),
    /** Names for `only_events` and `exclude_events`. */
    events: z.array(z.string()),
    options: z.array(z.strictObject({ key: z.string(), label: z.string(), input_type: z.string() })),
    /** Steps as Markdown, in which `{url}` and `{secret}` stand for the address and the secret. */
    setup: z.array(z.string()),
    /** Whether the tool can sign its requests with the secret of the webhook. */
    takes_secret: z.boolean(),
  })
  .meta({ id: 'Integration' });

export const incomingWebhookSchema = z
  .strictObject({
    id: z.int(),
    bot_id: z.int(),
    integration: z.string(),
    channel_id: z.int().nullable(),
    topic: z.string(),
    is_enabled: z.boolean(),
    allows_override: z.boolean(),
    /** The text of messages instead of that of the integration; empty for none. */
    template: z.string(),
    has_secret: z.boolean(),
    date_created: z.int(),
    /** The address in Zulip's form, in which the API key of the bot replaces `{api_key}`. */
    external_url_template: z.string(),
    /** The address in Mattermost's form. */
    hooks_url: credential('webhook address'),
    /** The address in Slack's form. */
    services_url: credential('webhook address'),
  })
  .meta({ id: 'IncomingWebhook' });

export const outgoingWebhookSchema = z
  .strictObject({
    bot_id: z.int(),
    base_url: z.string(),
    interface: z.int(),
    /** The token in the body of requests. */
    token: credential('webhook secret'),
    /** The secret with which requests are signed (Standard Webhooks). */
    secret: credential('webhook secret'),
    trigger_words: z.array(z.string()),
    channel_ids: z.array(z.int()),
    /** Kinds of events beyond messages that are sent, too. */
    events: z.array(z.string()),
    is_enabled: z.boolean(),
  })
  .meta({ id: 'OutgoingWebhook' });

/** What a tool sent, or what was sent to a program. */
export const deliverySchema = z
  .discriminatedUnion('direction', [
    z.strictObject({
      id: z.int(),
      direction: z.literal('in'),
      state: z.enum(['sent', 'ignored', 'filtered', 'refused', 'unverified']),
      timestamp: z.int(),
      integration: z.string(),
      event: z.string(),
      query: z.string(),
      headers: z.record(z.string(), z.string()),
      /** Null when it was too large to be kept. */
      payload: z.string().nullable(),
      payload_bytes: z.int(),
      status: z.int(),
      reason: z.string(),
      message_id: z.int().nullable(),
    }),
    z.strictObject({
      id: z.int(),
      direction: z.literal('out'),
      state: z.enum(['waiting', 'delivered', 'dead']),
      timestamp: z.int(),
      trigger: z.string(),
      message_id: z.int(),
      attempts: z.int(),
      next_attempt_at: z.int().nullable(),
      finished_at: z.int().nullable(),
      payload: z.string(),
      status: z.int().nullable(),
      response: z.string(),
      reason: z.string(),
      reply_id: z.int().nullable(),
    }),
  ])
  .meta({ id: 'Delivery' });
