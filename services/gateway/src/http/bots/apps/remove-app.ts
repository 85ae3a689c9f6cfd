import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { appId } from './app-parts.ts';

export const removeApp = route({
  method: 'DELETE',
  path: '/apps/{app_id}',
  operation: 'remove-app',
  summary: 'Removes an app and deactivates its bot. Only for administrators.',
  auth: 'required',
  params: params({ app_id: appId() }),
  async handle(ctx, { app_id }, { call }) {
    await ctx.rpc.integrations.removeApp({ appId: app_id }, call);
    return ok();
  },
});
