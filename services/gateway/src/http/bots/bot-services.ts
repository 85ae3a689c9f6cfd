import type { Bot } from '@parley/api';
import { bestEffort, errors } from '@parley/core';
import type { OutgoingWebhook } from '@parley/proto/integrations/v1/integrations';
import type { Call } from '@parley/rpc';
import { handOut, mayReceive, type UserId } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import { type RawJson, raw } from '../../edge/answer/envelope.ts';

/** The value of `bot_type` for bots whose messages are sent to a program. */
export const outgoingType = 3;

type Program = { payload_url?: string | undefined; interface_type?: number | undefined };

/** Stores where the messages of an outgoing bot are sent. */
export async function setProgram(ctx: Ctx, botUserId: UserId, program: Program, call: Call): Promise<void> {
  const { payload_url: url, interface_type: format } = program;
  await ctx.rpc.integrations.updateOutgoingWebhook(
    {
      botUserId,
      url,
      interface: format,
      isEnabled: undefined,
      triggerWords: undefined,
      channels: undefined,
      events: undefined,
    },
    call,
  );
}

/** Returns an outgoing webhook as the API shows it. */
export function presentProgram(webhook: OutgoingWebhook | undefined, { principal }: Call) {
  if (!webhook) throw errors.unavailable();
  return {
    bot_id: webhook.botUserId,
    base_url: webhook.url,
    interface: webhook.interface,
    token: handOut('webhook secret', webhook.token, principal),
    secret: handOut('webhook secret', webhook.secret, principal),
    trigger_words: webhook.triggerWords,
    channel_ids: webhook.channelIds,
    events: webhook.events,
    is_enabled: webhook.isEnabled,
  };
}

/** Without an answer of `integrations`, and for API keys with limits, the bot has none. */
export async function withServices(ctx: Ctx, botJson: Uint8Array, call: Call): Promise<RawJson> {
  const bot = JSON.parse(Buffer.from(botJson).toString()) as Bot;
  return raw(Buffer.from(JSON.stringify(await complete(ctx, bot, call))));
}

/** Like `withServices`, for a list of bots. */
export async function allWithServices(ctx: Ctx, botsJson: Uint8Array, call: Call): Promise<RawJson> {
  const bots = JSON.parse(Buffer.from(botsJson).toString()) as Bot[];
  if (!bots.some(({ bot_type }) => bot_type === outgoingType)) return raw(botsJson);
  const all = await Promise.all(bots.map((bot) => complete(ctx, bot, call)));
  return raw(Buffer.from(JSON.stringify(all)));
}

async function complete(ctx: Ctx, bot: Bot, call: Call): Promise<unknown> {
  if (bot.bot_type !== outgoingType || !mayReceive('webhook secret', call.principal)) return bot;
  const found = await bestEffort(ctx.logger, 'the program of a bot could not be read', () =>
    ctx.rpc.integrations.getOutgoingWebhook({ botUserId: bot.user_id }, call),
  );
  if (!found?.webhook) return bot;
  const { base_url, interface: format, token } = presentProgram(found.webhook, call);
  return { ...bot, services: [{ base_url, interface: format, token }] };
}
