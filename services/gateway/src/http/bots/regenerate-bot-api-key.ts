import { credential } from '@parley/api';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const regenerateBotApiKey = route({
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  operation: 'regenerate-bot-api-key',
  summary: 'Creates a new API key for a bot; the old key stops working.',
  auth: 'required',
  params: params({ bot_id: integer({ min: 1 }).inPath() }),
  answer: z.strictObject({
    api_key: credential('API key'),
  }),
  async handle(ctx, { bot_id }, { call }) {
    const { apiKey } = await ctx.rpc.userAdmin.regenerateApiKey({ botUserId: bot_id }, call);
    return ok({ api_key: handOut('API key', apiKey, call.principal) });
  },
});
