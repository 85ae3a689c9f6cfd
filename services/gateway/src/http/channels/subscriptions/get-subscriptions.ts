import { subscriptionSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { oneOf } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getSubscriptions = route({
  method: 'GET',
  path: '/users/me/subscriptions',
  operation: 'get-subscriptions',
  summary: "Lists the caller's subscriptions.",
  auth: 'required',
  params: params({ include_subscribers: oneOf(['true', 'false', 'partial']).default('false') }),
  answer: z.strictObject({
    subscriptions: z.array(subscriptionSchema),
  }),
  async handle(ctx, values, { call }) {
    const { subscriptionsJson } = await ctx.rpc.channel.getSubscriptions(
      { includeSubscribers: values.include_subscribers },
      call,
    );
    return ok({ subscriptions: raw(subscriptionsJson) });
  },
});
