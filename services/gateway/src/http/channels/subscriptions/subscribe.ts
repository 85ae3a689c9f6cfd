import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { boolean, integer, json } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { maxIds, principalFields, principalsSchema } from '../../schemas.ts';
import { newChannelFields, newChannelParams, subscriptionSchema } from '../new-channel.ts';

export const subscribe = route({
  method: 'POST',
  path: '/users/me/subscriptions',
  operation: 'subscribe',
  summary: 'Subscribes users to channels and creates channels that do not exist.',
  auth: 'required',
  params: params({
    subscriptions: json(z.array(subscriptionSchema).max(maxIds)),
    principals: json(principalsSchema)
      .optional()
      .describe('User IDs or API addresses; the caller by default.'),
    authorization_errors_fatal: boolean().default(true),
    ...newChannelParams,
    folder_id: integer({ min: 1 }).optional(),
  }),
  answer: z.strictObject({
    subscribed: z.record(z.string(), z.array(z.string())),
    already_subscribed: z.record(z.string(), z.array(z.string())),
    unauthorized: z.array(z.string()).optional(),
    new_subscription_messages_sent: z.boolean(),
  }),
  async handle(ctx, values, { call }) {
    const response = await ctx.rpc.channel.subscribe(
      {
        subscriptions: values.subscriptions,
        ...principalFields(values.principals),
        authorizationErrorsFatal: values.authorization_errors_fatal,
        ...newChannelFields(values),
        folderId: values.folder_id,
      },
      call,
    );
    return ok({
      subscribed: raw(response.subscribedJson),
      already_subscribed: raw(response.alreadySubscribedJson),
      new_subscription_messages_sent: response.newSubscriptionMessagesSent,
      unauthorized: values.authorization_errors_fatal ? undefined : response.unauthorized,
    });
  },
});
