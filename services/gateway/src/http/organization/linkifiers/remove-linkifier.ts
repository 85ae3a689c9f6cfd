import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { filterId } from './linkifier-parts.ts';

export const removeLinkifier = route({
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  operation: 'remove-linkifier',
  summary: 'Removes a linkifier.',
  auth: 'required',
  params: params({ filter_id: filterId() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.removeLinkifier({ linkifierId: values.filter_id }, call);
    return ok();
  },
});
