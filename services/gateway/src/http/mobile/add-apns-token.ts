import { freeText } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { checkToken, notConfigured } from './push.ts';

export const addApnsToken = route({
  method: 'POST',
  path: '/users/me/apns_device_token',
  operation: 'add-apns-token',
  summary: 'Always refused: this server sends no push notifications.',
  auth: 'required',
  params: params({ token: freeText(), appid: freeText() }),
  async handle(_ctx, { token }) {
    checkToken(token);
    throw notConfigured();
  },
});
