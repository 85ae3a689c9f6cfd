import { ok } from '../../edge/envelope.ts';
import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { draftOf, profileFieldParts } from './profile-field-parts.ts';

export const updateCustomProfileField = route({
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  operation: 'update-custom-profile-field',
  summary: 'Changes a custom profile field, except its type.',
  auth: 'required',
  params: params({ field_id: integer({ min: 0 }).inPath(), ...profileFieldParts }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateProfileField({ fieldId: values.field_id, draft: draftOf(values) }, call);
    return ok();
  },
});
