import { channelSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getStreamById = route({
  method: 'GET',
  path: '/streams/{stream_id}',
  operation: 'get-stream-by-id',
  summary: 'Returns one channel.',
  auth: 'required',
  params: params({ stream_id: integer({ min: 0 }).inPath() }),
  answer: z.strictObject({
    stream: channelSchema,
  }),
  async handle(ctx, values, { call }) {
    const { streamJson } = await ctx.rpc.channel.getChannel({ channelId: values.stream_id }, call);
    return ok({ stream: raw(streamJson) });
  },
});
