import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const stopImport = route({
  method: 'POST',
  path: '/imports/{import_id}/stop',
  operation: 'stop-import',
  summary: 'Stops an import after its current batch. Starting it again continues it. For owners.',
  auth: 'required',
  params: params({ import_id: integer({ min: 1 }).inPath() }),
  async handle(ctx, { import_id: importId }, { call }) {
    await ctx.rpc.importing.stopImport({ importId }, call);
    return ok();
  },
});
