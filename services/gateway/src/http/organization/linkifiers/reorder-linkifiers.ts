import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { json } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { maxItems } from './linkifier-parts.ts';

export const reorderLinkifiers = route({
  method: 'PATCH',
  path: '/realm/linkifiers',
  operation: 'reorder-linkifiers',
  summary: 'Sets the order in which linkifiers apply.',
  auth: 'required',
  params: params({
    ordered_linkifier_ids: json(z.array(z.int().nonnegative()).max(maxItems)).describe('All of them.'),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.reorderLinkifiers({ linkifierIds: values.ordered_linkifier_ids }, call);
    return ok();
  },
});
