import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const deleteApiKey = route({
  method: 'DELETE',
  path: '/users/me/api_keys/{key_id}',
  operation: 'delete-api-key',
  summary: 'Deletes a named API key; it stops working at once.',
  auth: 'required',
  params: params({ key_id: integer({ min: 1 }).inPath() }),
  async handle(ctx, { key_id }, { call }) {
    await ctx.rpc.userAdmin.deleteNamedKey({ keyId: key_id }, call);
    return ok();
  },
});
