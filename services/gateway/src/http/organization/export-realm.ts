import { ok } from '../../edge/envelope.ts';
import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const exportRealm = route({
  method: 'POST',
  path: '/export/realm',
  operation: 'export-realm',
  summary: 'Always refused: operators of the server make exports.',
  auth: 'required',
  params: params({
    export_type: integer({ min: 1, max: 2 }).default(1).describe('1 public data, 2 with consent.'),
  }),
  async handle(ctx, _values, { call }) {
    await ctx.rpc.userAdmin.requestExport({}, call);
    return ok();
  },
});
