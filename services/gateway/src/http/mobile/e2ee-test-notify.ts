import { ParleyError } from '@parley/core';
import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const e2eeTestNotify = route({
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  operation: 'e2ee-test-notify',
  summary: 'Always refused: there is no device to notify.',
  auth: 'required',
  params: params({ push_account_id: integer().optional() }),
  async handle() {
    throw new ParleyError('NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');
  },
});
