import { getCustomProfileFieldsAnswer } from '@parley/api/operations';
import { ok, raw } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getCustomProfileFields = route({
  method: 'GET',
  path: '/realm/profile_fields',
  operation: 'get-custom-profile-fields',
  summary: 'Lists the custom profile fields.',
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: getCustomProfileFieldsAnswer,
  async handle(ctx, _values, { call }) {
    const { fieldsJson } = await ctx.rpc.userAdmin.listProfileFields({}, call);
    return ok({ custom_fields: raw(fieldsJson) });
  },
});
