import { freeText } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { checkToken, noSuchToken } from './push.ts';

export const removeApnsToken = route({
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  operation: 'remove-apns-token',
  summary: 'Always refused: this server stores no devices.',
  auth: 'required',
  params: params({ token: freeText() }),
  async handle(_ctx, { token }) {
    checkToken(token);
    throw noSuchToken();
  },
});
