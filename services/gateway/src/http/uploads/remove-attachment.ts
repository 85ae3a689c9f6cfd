import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const removeAttachment = route({
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  operation: 'remove-attachment',
  summary: "Deletes one of the caller's uploaded files, whether or not messages link it.",
  auth: 'required',
  params: params({ attachment_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, { attachment_id: attachmentId }, { call }) {
    await ctx.rpc.upload.deleteAttachment({ attachmentId }, call);
    return ok();
  },
});
