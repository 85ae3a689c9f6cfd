import { ok } from '../../edge/envelope.ts';
import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

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
