import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { personExportsSchema, presentPersonExports } from './person-exports.ts';

export const getPersonExports = route({
  method: 'GET',
  path: '/realm/person_exports',
  operation: 'get-person-exports',
  summary: 'Lists exports of the data of people, the newest first. For owners.',
  auth: 'required',
  params: params({}),
  answer: personExportsSchema,
  async handle(ctx, _values, { call }) {
    const { exports } = await ctx.rpc.userAdmin.listPersonExports({ userId: 0 }, call);
    return ok({ exports: presentPersonExports(exports, call.principal) });
  },
});
