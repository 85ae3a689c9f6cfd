import { appSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getApps = route({
  method: 'GET',
  path: '/apps',
  operation: 'get-apps',
  summary: 'Lists the installed apps; to administrators with their addresses.',
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({ apps: z.array(appSchema) }),
  async handle(ctx, _, { call }) {
    const { appsData } = await ctx.rpc.integrations.listApps({}, call);
    return ok({ apps: raw(appsData) });
  },
});
