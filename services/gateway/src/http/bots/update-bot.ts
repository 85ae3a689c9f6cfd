import { botSchema } from '@parley/api';
import { z } from 'zod';
import { ok, type RawJson, raw } from '../../edge/answer/envelope.ts';
import { freeText, int32, integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { botId } from './bot-id.ts';

export const updateBot = route({
  method: 'PATCH',
  path: '/bots/{bot_id}',
  operation: 'update-bot',
  summary: 'Changes the name, address, owner or role of a bot.',
  auth: 'required',
  params: params({
    bot_id: botId(),
    full_name: freeText().optional(),
    short_name: freeText().optional().describe('Changes the mail address of the bot.'),
    bot_owner_id: integer({ min: 0 }).optional().describe('For administrators.'),
    role: integer(int32).optional().describe('For administrators.'),
  }),
  answer: z.strictObject({
    bot: botSchema,
  }),
  async handle(ctx, values, { call }) {
    const { botJson } = await ctx.rpc.userAdmin.updateBot(
      {
        botUserId: values.bot_id,
        fullName: values.full_name,
        shortName: values.short_name,
        ownerUserId: values.bot_owner_id,
        role: values.role,
      },
      call,
    );
    return ok({ bot: raw(botJson) satisfies RawJson });
  },
});
