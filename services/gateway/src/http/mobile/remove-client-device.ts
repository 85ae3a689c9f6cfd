import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const removeClientDevice = route({
  method: 'POST',
  path: '/remove_client_device',
  operation: 'remove-client-device',
  summary: 'Forgets a device.',
  auth: 'required',
  params: params({ device_id: integer() }),
  async handle(ctx, { device_id: deviceId }, { call }) {
    await ctx.rpc.notify.removeClientDevice({ deviceId }, call);
    return ok();
  },
});
