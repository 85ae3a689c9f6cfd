import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const deleteRealmExport = route({
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  operation: 'delete-realm-export',
  summary: 'Deletes the archive of an export. For administrators.',
  auth: 'required',
  params: params({ export_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, { export_id: exportId }, { call }) {
    await ctx.rpc.userAdmin.deleteExport({ exportId }, call);
    return ok();
  },
});
