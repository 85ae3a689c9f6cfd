import { freeText } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { checkToken, notConfigured } from './push.ts';

export const addFcmToken = route({
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  operation: 'add-fcm-token',
  summary: 'Always refused: this server sends no push notifications.',
  auth: 'required',
  params: params({ token: freeText() }),
  async handle(_ctx, { token }) {
    checkToken(token);
    throw notConfigured();
  },
});
