import { PhoneService } from '@parley/proto/notify/v1/notify';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const removeFcmToken = route({
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  operation: 'remove-fcm-token',
  summary: 'Ends push notifications to a phone with Android.',
  auth: 'required',
  params: params({ token: freeText() }),
  async handle(ctx, { token }, { call }) {
    await ctx.rpc.notify.removePhoneToken({ service: PhoneService.FCM, token }, call);
    return ok();
  },
});
