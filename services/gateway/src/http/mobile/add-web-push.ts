import { ok } from '../../edge/answer/envelope.ts';
import { json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { subscriptionSchema } from './web-push-parts.ts';

export const addWebPush = route({
  method: 'POST',
  path: '/users/me/web_push',
  operation: 'add-web-push',
  summary: 'Registers a browser for push notifications.',
  auth: 'required',
  leavesAccess: true,
  params: params({
    subscription: json(subscriptionSchema).describe(
      'The browser’s `PushSubscription` as JSON, made with `server_web_push_public_key` of the registration.',
    ),
  }),
  async handle(ctx, { subscription: { endpoint, keys } }, { call }) {
    await ctx.rpc.notify.addWebPush({ endpoint, ...keys }, call);
    return ok();
  },
});
