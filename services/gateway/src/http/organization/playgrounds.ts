import { ok } from '../../edge/envelope.ts';
import { integer, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const addPlayground = route({
  method: 'POST',
  path: '/realm/playgrounds',
  operation: 'add-code-playground',
  summary: 'A site that blocks of code of a language can be opened in (specification, 17).',
  auth: 'required',
  params: params({
    name: text(),
    pygments_language: text(),
    url_template: text().describe('RFC 6570 with exactly one variable, `code`.'),
  }),
  async handle(ctx, values, { call }) {
    const { playgroundId } = await ctx.rpc.userAdmin.addPlayground(
      { name: values.name, language: values.pygments_language, urlTemplate: values.url_template },
      call,
    );
    return ok({ id: playgroundId });
  },
});

export const removePlayground = route({
  method: 'DELETE',
  path: '/realm/playgrounds/{playground_id}',
  operation: 'remove-code-playground',
  summary: 'Removes a code playground.',
  auth: 'required',
  params: params({ playground_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.removePlayground({ playgroundId: values.playground_id }, call);
    return ok();
  },
});
