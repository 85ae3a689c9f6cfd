import { credential } from '@parley/api';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getFileTemporaryUrl = route({
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{folder}/{filename}',
  // Other servers of this API have one folder more.
  takesRest: true,
  operation: 'get-file-temporary-url',
  summary: 'Returns a URL that opens an uploaded file for one minute without credentials.',
  auth: 'required',
  leavesAccess: true,
  params: params({
    realm_id_str: integer({ min: 0 }).inPath(),
    folder: text().inPath(),
    filename: text().inPath(),
  }),
  answer: z.strictObject({
    url: credential('file address'),
  }),
  async handle(ctx, { realm_id_str: organizationId, folder, filename }, { call }) {
    const pathId = `${organizationId}/${folder}/${filename}`;
    const { url } = await ctx.rpc.upload.getTemporaryUrl({ pathId }, call);
    return ok({ url: handOut('file address', url, call.principal) });
  },
});
