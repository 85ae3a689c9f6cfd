import { PhoneService } from '@parley/proto/notify/v1/notify';
import { ok } from '../../edge/envelope.ts';
import { freeText } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const addFcmToken = route({
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  operation: 'add-fcm-token',
  summary: 'Registers a phone with Android for push notifications.',
  auth: 'required',
  leavesAccess: true,
  params: params({ token: freeText().describe('Registration token of Firebase Cloud Messaging.') }),
  async handle(ctx, { token }, { call }) {
    await ctx.rpc.notify.addPhoneToken({ service: PhoneService.FCM, token, appId: '' }, call);
    return ok();
  },
});
