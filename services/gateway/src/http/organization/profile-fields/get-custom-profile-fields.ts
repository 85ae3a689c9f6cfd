import { customProfileFieldSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getCustomProfileFields = route({
  method: 'GET',
  path: '/realm/profile_fields',
  operation: 'get-custom-profile-fields',
  summary: 'Lists the custom profile fields.',
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    custom_fields: z.array(customProfileFieldSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { fieldsJson } = await ctx.rpc.userAdmin.listProfileFields({}, call);
    return ok({ custom_fields: raw(fieldsJson) });
  },
});
