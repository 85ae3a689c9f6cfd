import { integrationSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getIntegrations = route({
  method: 'GET',
  path: '/integrations',
  operation: 'get-integrations',
  summary: 'Lists the tools that can post as a bot, with their events and how to set them up.',
  auth: 'required',
  awaits: 'nothing',
  params: params({}),
  answer: z.strictObject({
    integrations: z.array(integrationSchema),
  }),
  async handle(ctx, _values, { call, language }) {
    const { integrationsJson } = await ctx.rpc.integrations.listIntegrations({ language: language() }, call);
    return ok({ integrations: raw(integrationsJson) });
  },
});
