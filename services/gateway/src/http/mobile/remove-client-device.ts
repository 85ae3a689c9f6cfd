import { ok } from '../../edge/envelope.ts';
import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

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
