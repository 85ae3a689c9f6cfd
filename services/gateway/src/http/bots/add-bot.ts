import { botSchema, credential } from '@parley/api';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { freeText, integer, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

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
        '1 generic, 2 incoming webhook, which sends messages and does nothing else; 3 and 4 are refused.',
      ),
  }),
  answer: z.strictObject({
    user_id: z.int(),
    api_key: credential('API key'),
    bot: botSchema,
  }),
  async handle(ctx, { full_name, short_name, bot_type }, { call }) {
    const { userId, apiKey, botJson } = await ctx.rpc.userAdmin.addBot(
      { fullName: full_name, shortName: short_name, botType: bot_type },
      call,
    );
    return ok({ user_id: userId, api_key: handOut('API key', apiKey, call.principal), bot: raw(botJson) });
  },
});
