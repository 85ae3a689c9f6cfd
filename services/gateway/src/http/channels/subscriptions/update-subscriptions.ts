import { required } from '@parley/core';
import { SubscribeRequest } from '@parley/proto/channel/v1/channel';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { json } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { maxIds, maxNameLength } from '../../schemas.ts';
import { subscriptionSchema } from '../new-channel.ts';

export const updateSubscriptions = route({
  method: 'PATCH',
  path: '/users/me/subscriptions',
  operation: 'update-subscriptions',
  summary: 'Unsubscribes the caller from some channels and subscribes them to others in one request.',
  auth: 'required',
  params: params({
    delete: json(z.array(z.string().max(maxNameLength)).max(maxIds))
      .default([])
      .describe('Names of channels.'),
    add: json(z.array(subscriptionSchema).max(maxIds)).default([]),
  }),
  answer: z.strictObject({
    subscribed: z.record(z.string(), z.array(z.string())),
    already_subscribed: z.record(z.string(), z.array(z.string())),
    not_removed: z.array(z.string()),
    removed: z.array(z.string()),
    new_subscription_messages_sent: z.boolean(),
  }),
  async handle(ctx, values, { call }) {
    const { added: addedOrNone, deleted } = await ctx.rpc.channel.changeSubscriptions(
      { delete: values.delete, add: SubscribeRequest.create({ subscriptions: values.add }) },
      call,
    );
    const added = required(addedOrNone, 'result of subscribing');
    return ok({
      subscribed: raw(added.subscribedJson),
      already_subscribed: raw(added.alreadySubscribedJson),
      new_subscription_messages_sent: added.newSubscriptionMessagesSent,
      removed: deleted?.removed ?? [],
      not_removed: deleted?.notRemoved ?? [],
    });
  },
});
