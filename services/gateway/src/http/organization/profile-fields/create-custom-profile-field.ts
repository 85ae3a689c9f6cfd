import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { int32, integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { draftOf, profileFieldParts } from './profile-field-parts.ts';

export const createCustomProfileField = route({
  method: 'POST',
  path: '/realm/profile_fields',
  operation: 'create-custom-profile-field',
  summary: 'Creates a custom profile field.',
  auth: 'required',
  params: params({ ...profileFieldParts, field_type: integer(int32) }),
  answer: z.strictObject({
    id: z.int(),
  }),
  async handle(ctx, values, { call }) {
    const { fieldId } = await ctx.rpc.userAdmin.addProfileField(
      { fieldType: values.field_type, draft: draftOf(values) },
      call,
    );
    return ok({ id: fieldId });
  },
});
