import { freeText, integer, oneOf } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { notConfigured } from './push.ts';

export const registerPushDevice = route({
  method: 'POST',
  path: '/mobile_push/register',
  operation: 'register-push-device',
  summary: 'Always refused: this server sends no push notifications.',
  auth: 'required',
  params: params({
    token_kind: oneOf(['fcm', 'apns']),
    push_account_id: integer(),
    push_public_key: freeText(),
    bouncer_public_key: freeText(),
    encrypted_push_registration: freeText(),
  }),
  async handle() {
    throw notConfigured();
  },
});
