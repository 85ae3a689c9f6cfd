import { listedAttachmentSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getAttachments = route({
  method: 'GET',
  path: '/attachments',
  operation: 'get-attachments',
  summary: "Lists the caller's uploaded files.",
  auth: 'required',
  params: params({}),
  answer: z.strictObject({
    attachments: z.array(listedAttachmentSchema),
    upload_space_used: z.int(),
  }),
  async handle(ctx, _values, { call }) {
    const { attachmentsJson, uploadSpaceUsed } = await ctx.rpc.upload.getAttachments({}, call);
    return ok({ attachments: raw(attachmentsJson), upload_space_used: uploadSpaceUsed });
  },
});
