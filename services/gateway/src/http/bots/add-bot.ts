import { credential, ownBotSchema } from '@parley/api';
import { errors } from '@parley/core';
import { handOut, requireReceiver } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText, integer, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { outgoingType, setProgram, withServices } from './bot-services.ts';

export const addBot = route({
  method: 'POST',
  path: '/bots',
  operation: 'add-bot',
  summary: 'Creates a bot that the caller owns.',
  auth: 'required',
  params: params({
    full_name: freeText(),
    short_name: text().describe('Its address is `{short_name}-bot@` the organization’s host.'),
    bot_type: integer({ min: 1, max: 4 })
      .default(1)
      .describe(
        '1 generic; 2 incoming webhook, whose key works only in the addresses of its webhooks; 3 outgoing webhook, whose messages are sent to a program; 4 is refused.',
      ),
    payload_url: text(2_000)
      .optional()
      .describe('Of an outgoing webhook: the public web address of its program.'),
    interface_type: integer({ min: 0, max: 100 })
      .default(1)
      .describe('Of an outgoing webhook: 1 for Zulip’s format, 2 for Slack’s.'),
  }),
  answer: z.strictObject({
    user_id: z.int(),
    api_key: credential('API key'),
    bot: ownBotSchema,
  }),
  async handle(ctx, { full_name, short_name, bot_type, payload_url, interface_type }, { call }) {
    if (bot_type === outgoingType) {
      if (payload_url === undefined) throw errors.missingParameter('payload_url');
      requireReceiver('webhook secret', call.principal);
      // Before the bot is made, so that no bot is left without a program when the address is refused.
      const program = { url: payload_url, interface: interface_type };
      await ctx.rpc.integrations.checkOutgoingWebhook(program, call);
    }
    const { userId, apiKey, botJson } = await ctx.rpc.userAdmin.addBot(
      { fullName: full_name, shortName: short_name, botType: bot_type },
      call,
    );
    if (bot_type === outgoingType) await setProgram(ctx, userId, { payload_url, interface_type }, call);
    return ok({
      user_id: userId,
      api_key: handOut('API key', apiKey, call.principal),
      bot: await withServices(ctx, botJson, call),
    });
  },
});
