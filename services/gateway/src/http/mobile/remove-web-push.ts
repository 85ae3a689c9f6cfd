import { ok } from '../../edge/answer/envelope.ts';
import { json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
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
