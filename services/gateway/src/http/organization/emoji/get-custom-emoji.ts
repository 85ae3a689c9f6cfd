import { emojiSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getCustomEmoji = route({
  method: 'GET',
  path: '/realm/emoji',
  operation: 'get-custom-emoji',
  summary: "Lists the organization's custom emoji by ID.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    emoji: z.record(z.string(), emojiSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { emojiJson } = await ctx.rpc.userAdmin.listEmoji({}, call);
    return ok({ emoji: raw(emojiJson) });
  },
});
