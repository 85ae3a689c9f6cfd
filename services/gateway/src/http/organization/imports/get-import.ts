import { importSchema } from '@parley/api';
import { required } from '@parley/core';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { presentImport } from './import-view.ts';

export const getImport = route({
  method: 'GET',
  path: '/imports/{import_id}',
  operation: 'get-import',
  summary: 'Returns an import with its progress, and with its report when it has ended. For owners.',
  auth: 'required',
  params: params({ import_id: integer({ min: 1 }).inPath() }),
  answer: z.strictObject({
    import: importSchema,
  }),
  async handle(ctx, { import_id: importId }, { call }) {
    const { import: found } = await ctx.rpc.importing.getImport({ importId }, call);
    return ok({ import: presentImport(required(found, 'import in the answer')) });
  },
});
