import { savedSnippetSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getSavedSnippets = route({
  method: 'GET',
  path: '/saved_snippets',
  operation: 'get-saved-snippets',
  summary: "Lists the caller's saved snippets.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    saved_snippets: z.array(savedSnippetSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { savedSnippetsJson } = await ctx.rpc.messaging.getSnippets({}, call);
    return ok({ saved_snippets: raw(savedSnippetsJson) });
  },
});
