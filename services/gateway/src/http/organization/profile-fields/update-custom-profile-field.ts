import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { expectedValues } from '../../expected-values.ts';
import { draftOf, profileFieldParts } from './profile-field-parts.ts';

export const updateCustomProfileField = route({
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  operation: 'update-custom-profile-field',
  summary: 'Changes a custom profile field, except its type.',
  auth: 'required',
  params: params({ field_id: integer({ min: 0 }).inPath(), ...profileFieldParts, expected: expectedValues }),
  async handle(ctx, { field_id: fieldId, expected, ...draft }, { call }) {
    await ctx.rpc.userAdmin.updateProfileField({ fieldId, draft: draftOf(draft), expected }, call);
    return ok();
  },
});
