import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { keysSchema, presentKeys } from './key-schemas.ts';

export const getUserApiKeys = route({
  method: 'GET',
  path: '/users/{user_id}/api_keys',
  operation: 'get-user-api-keys',
  summary: 'Lists the API keys of another user or bot, for administrators and owners of bots.',
  auth: 'required',
  awaits: 'facts',
  params: params({ user_id: integer({ min: 0 }).inPath() }),
  answer: keysSchema,
  async handle(ctx, { user_id }, { call }) {
    return ok(presentKeys(await ctx.rpc.userAdmin.listUserKeys({ userId: user_id }, call)));
  },
});
