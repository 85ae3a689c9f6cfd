import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getSubscriptionStatus = route({
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  operation: 'get-subscription-status',
  summary: 'Says whether a user is subscribed to a channel.',
  auth: 'required',
  awaits: 'facts',
  params: params({ user_id: integer({ min: 0 }).inPath(), stream_id: integer({ min: 0 }).inPath() }),
  answer: z.strictObject({
    is_subscribed: z.boolean(),
  }),
  async handle(ctx, values, { call }) {
    const { isSubscribed } = await ctx.rpc.channel.getSubscriptionStatus(
      { userId: values.user_id, channelId: values.stream_id },
      call,
    );
    return ok({ is_subscribed: isSubscribed });
  },
});
