import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const removeCustomProfileField = route({
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  operation: 'remove-custom-profile-field',
  summary: 'Removes a custom profile field with all its values.',
  auth: 'required',
  params: params({ field_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.removeProfileField({ fieldId: values.field_id }, call);
    return ok();
  },
});
