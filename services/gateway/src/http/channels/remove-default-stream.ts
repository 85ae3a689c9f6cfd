import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const removeDefaultStream = route({
  method: 'DELETE',
  path: '/default_streams',
  operation: 'remove-default-stream',
  summary: 'Stops subscribing new users to the channel.',
  auth: 'required',
  params: params({ stream_id: integer({ min: 0 }) }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.channel.setDefaultChannel({ channelId: values.stream_id, isDefault: false }, call);
    return ok();
  },
});
