import { ok } from '../../../edge/answer/envelope.ts';
import { integer, jsonOrText, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { toSetting, valueSchema } from './subscription-setting.ts';

export const updateSubscription = route({
  method: 'PATCH',
  path: '/users/me/subscriptions/{stream_id}',
  operation: 'update-subscription',
  summary: 'Changes one setting of one subscription of the caller.',
  auth: 'required',
  params: params({
    stream_id: integer({ min: 0 }).inPath(),
    property: text(),
    value: jsonOrText(valueSchema).describe('A colour for `color`, a boolean for all others.'),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.channel.changeSubscriptionSettings({ settings: [toSetting(values)] }, call);
    return ok();
  },
});
