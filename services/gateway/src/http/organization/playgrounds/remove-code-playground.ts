import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const removeCodePlayground = route({
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
