import { realmExportSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getRealmExports = route({
  method: 'GET',
  path: '/export/realm',
  operation: 'get-realm-exports',
  summary: 'Lists exports with addresses that open their archives for a day. For administrators.',
  auth: 'required',
  params: params({}),
  answer: z.strictObject({
    exports: z.array(realmExportSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { exportsJson } = await ctx.rpc.userAdmin.listExports({}, call);
    return ok({ exports: raw(exportsJson) });
  },
});
