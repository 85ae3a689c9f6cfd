import type { SubscriptionSetting } from '@parley/proto/channel/v1/personal';
import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import { integer, json, jsonOrText, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { channelIdSchema } from '../schemas.ts';

const valueSchema = z.union([z.boolean(), z.string()], { error: 'is not a boolean or a string' });

const settingSchema = z.object({ stream_id: channelIdSchema, property: z.string(), value: valueSchema });

const toSetting = (given: z.infer<typeof settingSchema>): SubscriptionSetting => ({
  channelId: given.stream_id,
  property: given.property,
  value:
    typeof given.value === 'boolean'
      ? { $case: 'flag', flag: given.value }
      : { $case: 'text', text: given.value },
});

export const updateSubscriptionSettings = route({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  operation: 'update-subscription-settings',
  summary: 'Changes what the caller set for channels (specification, 4).',
  auth: 'required',
  params: params({ subscription_data: json(z.array(settingSchema).max(10_000)) }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.channel.changeSubscriptionSettings(
      { settings: values.subscription_data.map(toSetting) },
      call,
    );
    return ok({});
  },
});

export const updateSubscription = route({
  method: 'PATCH',
  path: '/users/me/subscriptions/{stream_id}',
  operation: 'update-subscription',
  summary: 'Changes one thing the caller set for one channel.',
  auth: 'required',
  params: params({
    stream_id: integer({ min: 0 }).inPath(),
    property: text(),
    value: jsonOrText(valueSchema).describe('A colour for `color`, a boolean for all others.'),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.channel.changeSubscriptionSettings({ settings: [toSetting(values)] }, call);
    return ok({});
  },
});
