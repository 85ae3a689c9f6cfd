import { UpdateChannelRequest } from '@parley/proto/channel/v1/administration';
import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const archiveStream = route({
  method: 'DELETE',
  path: '/streams/{stream_id}',
  operation: 'archive-stream',
  summary: 'Archives a channel.',
  auth: 'required',
  params: params({ stream_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    const request = UpdateChannelRequest.create({ channelId: values.stream_id, isArchived: true });
    await ctx.rpc.channel.updateChannel(request, call);
    return ok();
  },
});
