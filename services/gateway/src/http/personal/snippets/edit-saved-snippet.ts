import { ok } from '../../../edge/answer/envelope.ts';
import { freeText, integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const editSavedSnippet = route({
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  operation: 'edit-saved-snippet',
  summary: 'Changes the title or content of a saved snippet.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    saved_snippet_id: integer({ min: 0 }).inPath(),
    title: freeText().optional(),
    content: freeText().optional(),
  }),
  async handle(ctx, { saved_snippet_id: savedSnippetId, title, content }, { call }) {
    await ctx.rpc.messaging.editSnippet({ savedSnippetId, title, content }, call);
    return ok();
  },
});
