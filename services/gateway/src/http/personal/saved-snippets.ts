import { ok, raw } from '../../edge/envelope.ts';
import { freeText, integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getSavedSnippets = route({
  method: 'GET',
  path: '/saved_snippets',
  operation: 'get-saved-snippets',
  summary: 'Saved snippets of the caller.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { savedSnippetsJson } = await ctx.rpc.messaging.getSnippets({}, call, { idempotent: true });
    return ok({ saved_snippets: raw(savedSnippetsJson) });
  },
});

export const createSavedSnippet = route({
  method: 'POST',
  path: '/saved_snippets',
  operation: 'create-saved-snippet',
  summary: 'Saves a snippet.',
  auth: 'required',
  params: params({ title: freeText(), content: freeText() }),
  async handle(ctx, { title, content }, { call }) {
    const { savedSnippetId } = await ctx.rpc.messaging.createSnippet({ title, content }, call);
    return ok({ saved_snippet_id: savedSnippetId });
  },
});

export const editSavedSnippet = route({
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  operation: 'edit-saved-snippet',
  summary: 'Changes title or content of a saved snippet.',
  auth: 'required',
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

export const deleteSavedSnippet = route({
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  operation: 'delete-saved-snippet',
  summary: 'Deletes a saved snippet.',
  auth: 'required',
  params: params({ saved_snippet_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.deleteSnippet({ savedSnippetId: values.saved_snippet_id }, call);
    return ok();
  },
});
