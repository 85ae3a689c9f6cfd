import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const deleteSavedSnippet = route({
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  operation: 'delete-saved-snippet',
  summary: 'Deletes a saved snippet.',
  auth: 'required',
  changes: 'nothing',
  params: params({ saved_snippet_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.deleteSnippet({ savedSnippetId: values.saved_snippet_id }, call);
    return ok();
  },
});
