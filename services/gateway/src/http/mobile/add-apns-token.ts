import { PhoneService } from '@parley/proto/notify/v1/notify';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const addApnsToken = route({
  method: 'POST',
  path: '/users/me/apns_device_token',
  operation: 'add-apns-token',
  summary: 'Registers a phone of Apple for push notifications.',
  auth: 'required',
  leavesAccess: true,
  params: params({
    token: freeText().describe('Token of Apple’s push service, in hex.'),
    appid: freeText().describe('Bundle ID of the app.'),
  }),
  async handle(ctx, { token, appid: appId }, { call }) {
    await ctx.rpc.notify.addPhoneToken({ service: PhoneService.APNS, token, appId }, call);
    return ok();
  },
});
