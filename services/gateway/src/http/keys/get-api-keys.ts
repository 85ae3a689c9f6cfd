import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { keysSchema, presentKeys } from './key-schemas.ts';

export const getApiKeys = route({
  method: 'GET',
  path: '/users/me/api_keys',
  operation: 'get-api-keys',
  summary: "Lists the caller's API keys, without the keys themselves.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: keysSchema,
  async handle(ctx, _values, { call }) {
    return ok(presentKeys(await ctx.rpc.userAdmin.listNamedKeys({}, call)));
  },
});
