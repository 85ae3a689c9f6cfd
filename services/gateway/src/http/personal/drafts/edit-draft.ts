import { ok } from '../../../edge/answer/envelope.ts';
import { integer, json } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { draftSchema, toDraft } from './draft-parts.ts';

export const editDraft = route({
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  operation: 'edit-draft',
  summary: 'Replaces a draft.',
  auth: 'required',
  changes: 'nothing',
  params: params({ draft_id: integer({ min: 0 }).inPath(), draft: json(draftSchema) }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.editDraft({ draftId: values.draft_id, draft: toDraft(values.draft) }, call);
    return ok();
  },
});
