import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const deleteUserApiKeys = route({
  method: 'DELETE',
  path: '/users/{user_id}/api_keys',
  operation: 'delete-user-api-keys',
  summary: 'Ends all API keys of another user or bot. The own key of the account is replaced.',
  auth: 'required',
  changes: 'nothing',
  params: params({ user_id: integer({ min: 0 }).inPath() }),
  answer: z.strictObject({
    /** Number of keys that this request ended. */
    count: z.int(),
  }),
  async handle(ctx, { user_id }, { call }) {
    const { count } = await ctx.rpc.userAdmin.deleteUserKeys({ userId: user_id, keyId: undefined }, call);
    return ok({ count });
  },
});
