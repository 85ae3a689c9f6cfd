import { ParleyError } from '@parley/core';
import { freeText } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const testNotify = route({
  method: 'POST',
  path: '/mobile_push/test_notification',
  operation: 'test-notify',
  summary: 'Always refused: there is no device to notify.',
  auth: 'required',
  params: params({ token: freeText().optional() }),
  async handle() {
    throw new ParleyError('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized');
  },
});
