import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const undoImport = route({
  method: 'DELETE',
  path: '/imports/{import_id}',
  operation: 'undo-import',
  summary: 'Begins to remove everything that an import has brought. For owners.',
  auth: 'required',
  params: params({ import_id: integer({ min: 1 }).inPath() }),
  async handle(ctx, { import_id: importId }, { call }) {
    await ctx.rpc.importing.undoImport({ importId }, call);
    return ok();
  },
});
