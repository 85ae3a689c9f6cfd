import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const addCodePlayground = route({
  method: 'POST',
  path: '/realm/playgrounds',
  operation: 'add-code-playground',
  summary: 'Adds a site that opens code blocks of a language.',
  auth: 'required',
  params: params({
    name: text(),
    pygments_language: text(),
    url_template: text().describe('RFC 6570 with exactly one variable, `code`.'),
  }),
  answer: z.strictObject({
    id: z.int(),
  }),
  async handle(ctx, values, { call }) {
    const { playgroundId } = await ctx.rpc.userAdmin.addPlayground(
      { name: values.name, language: values.pygments_language, urlTemplate: values.url_template },
      call,
    );
    return ok({ id: playgroundId });
  },
});
