import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const deleteDraft = route({
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  operation: 'delete-draft',
  summary: 'Deletes a draft.',
  auth: 'required',
  changes: 'nothing',
  params: params({ draft_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.deleteDraft({ draftId: values.draft_id }, call);
    return ok();
  },
});
