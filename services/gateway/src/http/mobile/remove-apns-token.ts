import { PhoneService } from '@parley/proto/notify/v1/notify';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const removeApnsToken = route({
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  operation: 'remove-apns-token',
  summary: 'Ends push notifications to a phone of Apple.',
  auth: 'required',
  params: params({ token: freeText() }),
  async handle(ctx, { token }, { call }) {
    await ctx.rpc.notify.removePhoneToken({ service: PhoneService.APNS, token }, call);
    return ok();
  },
});
