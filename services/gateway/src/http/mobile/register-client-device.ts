import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const registerClientDevice = route({
  method: 'POST',
  path: '/register_client_device',
  operation: 'register-client-device',
  summary: 'Registers a device, which `register-push-device` then configures for push notifications.',
  auth: 'required',
  leavesAccess: true,
  params: params({}),
  answer: z.strictObject({
    device_id: z.int(),
  }),
  async handle(ctx, _params, { call }) {
    const { deviceId } = await ctx.rpc.notify.addClientDevice({}, call);
    return ok({ device_id: deviceId });
  },
});
