import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const exportRealm = route({
  method: 'POST',
  path: '/export/realm',
  operation: 'export-realm',
  summary: 'Starts an export of the organization. For administrators; one at a time, five in seven days.',
  auth: 'required',
  params: params({
    export_type: integer({ min: 1, max: 2 })
      .default(1)
      .describe('1 public data, 2 also private data of people who consent.'),
  }),
  answer: z.strictObject({
    id: z.int(),
  }),
  async handle(ctx, { export_type: exportType }, { call }) {
    const { exportId } = await ctx.rpc.userAdmin.requestExport({ exportType }, call);
    return ok({ id: exportId });
  },
});
