import { ownBotSchema } from '@parley/api';
import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { allWithServices } from './bot-services.ts';

export const getBots = route({
  method: 'GET',
  path: '/bots',
  operation: 'get-bots',
  summary: "Lists the caller's bots.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    bots: z.array(ownBotSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { botsJson } = await ctx.rpc.userAdmin.listBots({}, call);
    return ok({ bots: await allWithServices(ctx, botsJson, call) });
  },
});
