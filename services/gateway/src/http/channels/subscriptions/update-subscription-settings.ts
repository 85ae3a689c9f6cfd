import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { json } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { settingSchema, toSetting } from './subscription-setting.ts';

export const updateSubscriptionSettings = route({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  operation: 'update-subscription-settings',
  summary: "Changes settings of the caller's subscriptions.",
  auth: 'required',
  params: params({ subscription_data: json(z.array(settingSchema).max(10_000)) }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.channel.changeSubscriptionSettings(
      { settings: values.subscription_data.map(toSetting) },
      call,
    );
    return ok();
  },
});
