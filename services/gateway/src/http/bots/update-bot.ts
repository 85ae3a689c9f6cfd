import { ownBotSchema } from '@parley/api';
import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import { freeText, int32, integer, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { botId } from './bot-id.ts';
import { setProgram, withServices } from './bot-services.ts';

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
    service_payload_url: text(2_000)
      .optional()
      .describe('Of an outgoing webhook: the address of its program.'),
    service_interface: integer({ min: 0, max: 100 })
      .optional()
      .describe('Of an outgoing webhook: 1 for Zulip’s format, 2 for Slack’s.'),
  }),
  answer: z.strictObject({
    bot: ownBotSchema,
  }),
  async handle(ctx, values, { call }) {
    const program = { payload_url: values.service_payload_url, interface_type: values.service_interface };
    const isProgramChanged = program.payload_url !== undefined || program.interface_type !== undefined;
    // First, so that the bot does not change when the program is refused.
    if (isProgramChanged) await setProgram(ctx, values.bot_id, program, call);
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
    return ok({ bot: await withServices(ctx, botJson, call) });
  },
});
