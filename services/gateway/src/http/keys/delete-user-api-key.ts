import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const deleteUserApiKey = route({
  method: 'DELETE',
  path: '/users/{user_id}/api_keys/{key_id}',
  operation: 'delete-user-api-key',
  summary: 'Ends one API key of another user or bot; it stops working at once.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    user_id: integer({ min: 0 }).inPath(),
    key_id: integer({ min: 0 }).inPath().describe('0: the own key of the account, which is replaced.'),
  }),
  async handle(ctx, { user_id, key_id }, { call }) {
    await ctx.rpc.userAdmin.deleteUserKeys({ userId: user_id, keyId: key_id }, call);
    return ok();
  },
});
