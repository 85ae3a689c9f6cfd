import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { json } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const reorderCustomProfileFields = route({
  method: 'PATCH',
  path: '/realm/profile_fields',
  operation: 'reorder-custom-profile-fields',
  summary: 'Sets the order in which custom profile fields are shown.',
  auth: 'required',
  params: params({ order: json(z.array(z.int().nonnegative()).max(1_000)).describe('All of them.') }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.reorderProfileFields({ fieldIds: values.order }, call);
    return ok();
  },
});
