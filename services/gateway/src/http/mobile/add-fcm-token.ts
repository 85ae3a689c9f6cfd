import { PhoneService } from '@parley/proto/notify/v1/notify';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

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
