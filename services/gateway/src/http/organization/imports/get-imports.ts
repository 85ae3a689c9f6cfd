import { importSchema } from '@parley/api';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { presentImport } from './import-view.ts';

export const getImports = route({
  method: 'GET',
  path: '/imports',
  operation: 'get-imports',
  summary: 'Lists the newest imports with their progress and reports. For owners.',
  auth: 'required',
  params: params({}),
  answer: z.strictObject({
    imports: z.array(importSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { imports } = await ctx.rpc.importing.listImports({}, call);
    return ok({ imports: imports.map(presentImport) });
  },
});
