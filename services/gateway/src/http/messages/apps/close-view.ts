import { ok } from '../../../edge/answer/envelope.ts';
import { text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const closeView = route({
  method: 'DELETE',
  path: '/app_views/{view_id}',
  operation: 'close-view',
  summary: 'Closes a form without sending it.',
  auth: 'required',
  changes: 'nothing',
  params: params({ view_id: text(200).inPath() }),
  async handle(ctx, { view_id: viewId }, { call }) {
    await ctx.rpc.integrations.closeView({ viewId }, call);
    return ok();
  },
});
