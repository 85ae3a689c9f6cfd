import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { freeText } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const createSavedSnippet = route({
  method: 'POST',
  path: '/saved_snippets',
  operation: 'create-saved-snippet',
  summary: 'Saves a snippet.',
  auth: 'required',
  changes: 'nothing',
  params: params({ title: freeText(), content: freeText() }),
  answer: z.strictObject({
    saved_snippet_id: z.int(),
  }),
  async handle(ctx, { title, content }, { call }) {
    const { savedSnippetId } = await ctx.rpc.messaging.createSnippet({ title, content }, call);
    return ok({ saved_snippet_id: savedSnippetId });
  },
});
