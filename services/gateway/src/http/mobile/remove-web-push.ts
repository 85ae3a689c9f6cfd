import { ok } from '../../edge/envelope.ts';
import { json } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { endpointSchema } from './web-push-parts.ts';

export const removeWebPush = route({
  method: 'DELETE',
  path: '/users/me/web_push',
  operation: 'remove-web-push',
  summary: 'Ends push notifications to a browser.',
  auth: 'required',
  params: params({
    subscription: json(endpointSchema).describe(
      'The browser’s `PushSubscription` as JSON, or its endpoint alone.',
    ),
  }),
  async handle(ctx, { subscription: { endpoint } }, { call }) {
    await ctx.rpc.notify.removeWebPush({ endpoint }, call);
    return ok();
  },
});
