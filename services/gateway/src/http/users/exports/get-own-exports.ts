import { requirePrincipal } from '@parley/rpc';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { personExportsSchema, presentPersonExports } from './person-exports.ts';

export const getOwnExports = route({
  method: 'GET',
  path: '/users/me/exports',
  operation: 'get-own-exports',
  summary: 'Lists exports of their own data that the caller requested, the newest first.',
  auth: 'required',
  params: params({}),
  answer: personExportsSchema,
  async handle(ctx, _values, { call }) {
    const { exports } = await ctx.rpc.userAdmin.listPersonExports(
      { userId: requirePrincipal(call).userId },
      call,
    );
    return ok({ exports: presentPersonExports(exports, call.principal) });
  },
});
