import { botSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getBots = route({
  method: 'GET',
  path: '/bots',
  operation: 'get-bots',
  summary: "Lists the caller's bots.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    bots: z.array(botSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { botsJson } = await ctx.rpc.userAdmin.listBots({}, call);
    return ok({ bots: raw(botsJson) });
  },
});
