import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getStreamId = route({
  method: 'GET',
  path: '/get_stream_id',
  operation: 'get-stream-id',
  summary: 'Returns the ID of a channel by its name.',
  auth: 'required',
  awaits: 'facts',
  params: params({ stream: freeText() }),
  answer: z.strictObject({
    stream_id: z.int(),
  }),
  async handle(ctx, values, { call }) {
    const { channelId } = await ctx.rpc.channel.findChannelId({ name: values.stream }, call);
    return ok({ stream_id: channelId });
  },
});
